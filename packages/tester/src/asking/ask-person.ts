import type { AskedQuestion, ElicitAnswer } from '@mcpfusion/client';
import { isObject, own, type FieldSchema, type Params } from '@mcpfusion/protocol';
import { oneLine, visible } from '../terminal/visible.js';
import { asksForSecret } from '../checks/seen/asks-for-secret.js';
import { readField, showField } from './form-field.js';
import { Refusal, typed, type Person } from './person.js';

const types: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array'];

/**
 * Asks a person what a server wants to know. Nothing is sent that was not looked at and agreed to, and no page is
 * opened. Rejects when the question's signal fires.
 *
 * Source: 2026-07-28, Elicitation, User Interaction Model; Security Considerations.
 */
export async function askPerson(person: Person, server: string, question: AskedQuestion): Promise<ElicitAnswer> {
  const { params } = question;
  const { signal } = question.context;
  await person.forget(signal);
  signal.throwIfAborted();
  const message = typeof params['message'] === 'string' ? params['message'] : '';
  person.say(`The server ${oneLine(server, 80)} asks:\n  ${visible(message).replaceAll('\n', '\n  ')}`);
  try {
    return params['mode'] === 'url' ? await askForVisit(person, params, signal) : await askForm(person, params, signal);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { action: error.action };
  }
}

/** Source: Elicitation, Safe URL Handling: the full URL and its host are shown, and nothing is fetched before consent. */
async function askForVisit(person: Person, { url }: Params, signal: AbortSignal): Promise<ElicitAnswer> {
  const page = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (!page || (page.protocol !== 'https:' && page.protocol !== 'http:')) {
    person.say(`  Declined: it names no page of the web: ${oneLine(String(url), 2_000)}`);
    return { action: 'decline' };
  }
  person.say(`  It wants you to visit this page of the host ${page.host}:\n  ${oneLine(page.href, 8_000)}`);
  if (page.username !== '' || page.password !== '') person.say('  Careful: what stands before its @ is no host.');
  if (page.protocol === 'http:') person.say('  Careful: what you type there is not encrypted on its way.');
  if (page.hostname.includes('xn--')) person.say('  Careful: the host has letters that may look like others.');
  person.say('  It is not opened for you. Do you agree to visit it yourself? (yes, /decline, /cancel)');
  while (!isYes(await typed(person, signal))) person.say('  Expected yes, /decline or /cancel.');
  return { action: 'accept' };
}

async function askForm(person: Person, { requestedSchema }: Params, signal: AbortSignal): Promise<ElicitAnswer> {
  const { properties, required } = isObject(requestedSchema) ? requestedSchema : {};
  const fields = Object.entries(isObject(properties) ? properties : {});
  const strange = fields.find(([, field]) => !isObject(field) || !types.includes(field['type']));
  if (strange) {
    person.say(`  Declined: its field ${oneLine(strange[0], 80)} is none that a form can have.`);
    return { action: 'decline' };
  }
  person.say('  (/decline and /cancel end it at any time; nothing is sent before you have seen all of it)');
  for (;;) {
    const content: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      const isRequired = Array.isArray(required) && required.includes(name);
      const value = await askField(person, name, field as FieldSchema, isRequired, signal);
      if (value !== undefined) Object.defineProperty(content, name, { value, enumerable: true, configurable: true });
    }
    await person.forget(signal);
    person.say(`  Your answer: ${oneLine(JSON.stringify(content), 8_000)}\n  Send it? (yes, edit, /decline, /cancel)`);
    if (await isAgreed(person, signal)) return { action: 'accept', content };
  }
}

/** False: it is to be asked again. */
async function isAgreed(person: Person, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const line = await typed(person, signal);
    if (isYes(line)) return true;
    if (line === 'edit') return false;
    person.say('  Expected yes, edit, /decline or /cancel.');
  }
}

async function askField(
  person: Person,
  name: string,
  field: FieldSchema,
  isRequired: boolean,
  signal: AbortSignal,
): Promise<unknown> {
  person.say(showField(name, field, isRequired));
  if (asksForSecret(name, field)) person.say('    Careful: a form is no place for a secret.');
  for (;;) {
    const line = await typed(person, signal);
    try {
      if (line !== '') return readField(field, line);
    } catch (error) {
      person.say(`    ${oneLine((error as Error).message, 500)}`);
      continue;
    }
    const preset = own(field, 'default');
    if (preset !== undefined || !isRequired) return preset;
    person.say('    It must have a value.');
  }
}

const isYes = (line: string): boolean => /^(y|yes)$/i.test(line);
