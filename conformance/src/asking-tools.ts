import { ask, initMCPFusion, inputResponse, readInput, readRequestState, requireInput } from '@mcpfusion/core';

const f = initMCPFusion();

/** 2025-11-25: how the user has answered, in words. */
const outcome = (how: string): string => {
  const { action, content } = inputResponse<{ action: 'accept' | 'decline' | 'cancel'; content?: {} }>() ?? {};
  return `${how}: action=${action}, content=${JSON.stringify(content ?? {})}`;
};

const sampling = f
  .query('test_sampling')
  .describe('Asks the model of its client.')
  .withString('prompt', 'What to ask')
  .interactive()
  .handle(({ prompt }) => {
    const answer = inputResponse<{ content: { text: string } }>();
    if (answer) return `LLM response: ${answer.content.text}`;
    return requireInput.sampling({ messages: [{ role: 'user', content: textOf(prompt) }], maxTokens: 100 });
  });

const elicitation = f
  .query('test_elicitation')
  .describe('Asks its user for a name and an address.')
  .withString('message', 'What the user is told')
  .interactive({ onRefusal: 'reenter' })
  .handle(({ message }) => {
    if (inputResponse()) return outcome('User response');
    return requireInput.elicit(message, {
      username: ask.string("User's response"),
      email: ask.string("User's email address"),
    });
  });

const defaults = f
  .query('test_elicitation_sep1034_defaults')
  .describe('Asks with a default in each kind of field.')
  .interactive({ onRefusal: 'reenter' })
  .handle(() => {
    if (inputResponse()) return outcome('Elicitation completed');
    return requireInput.elicit('Look at the defaults, and change what is not so.', {
      name: ask.string('User name').default('John Doe'),
      age: ask.integer('User age').default(30),
      score: ask.number('User score').default(95.5),
      status: ask.enum(['active', 'inactive', 'pending'], 'User status').default('active'),
      verified: ask.boolean('Verification status').default(true),
    });
  });

const enums = f
  .query('test_elicitation_sep1330_enums')
  .describe('Asks to choose, in each way that there is.')
  .interactive({ onRefusal: 'reenter' })
  .handle(() => {
    if (inputResponse()) return outcome('Elicitation completed');
    const options = ['option1', 'option2', 'option3'] as const;
    return requireInput.elicit('Choose.', {
      untitledSingle: ask.enum(options),
      titledSingle: ask.enum({ value1: 'First Option', value2: 'Second Option', value3: 'Third Option' }),
      legacyEnum: ask.schema<string>({
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      }),
      untitledMulti: ask.multiEnum(options),
      titledMulti: ask.multiEnum({ value1: 'First Choice', value2: 'Second Choice', value3: 'Third Choice' }),
    });
  });

const nameForm = (message: string) => requireInput.elicit(message, { name: ask.string() });

const oneForm = f
  .query('test_input_required_result_elicitation')
  .describe('Asks for a name.')
  .interactive()
  .handle(() => {
    const answer = readInput('user_name', { name: ask.string() });
    if (answer) return `Hello, ${answer.name}!`;
    return requireInput({ inputRequests: { user_name: nameForm('What is your name?') } });
  });

const oneSample = f
  .query('test_input_required_result_sampling')
  .describe('Asks the model of its client for a capital.')
  .interactive()
  .handle(() => {
    const answer = inputResponse<{ content: { text: string } }>('capital_question');
    if (answer) return answer.content.text;
    const content = textOf('What is the capital of France?');
    return requireInput({
      inputRequests: {
        capital_question: requireInput.sampling({ messages: [{ role: 'user', content }], maxTokens: 100 }),
      },
    });
  });

const oneRoots = f
  .query('test_input_required_result_list_roots')
  .describe('Asks for the roots of its client.')
  .interactive()
  .handle(() => {
    const answer = inputResponse<{ roots: { uri: string }[] }>('client_roots');
    if (answer) return `Roots: ${answer.roots.map(({ uri }) => uri).join(', ')}`;
    return requireInput({ inputRequests: { client_roots: requireInput.roots() } });
  });

const confirmForm = () => requireInput.elicit('Please confirm', { ok: ask.boolean() });

const keepsState = f
  .query('test_input_required_result_request_state')
  .describe('Asks to go on, and keeps a state meanwhile.')
  .interactive()
  .handle(() => {
    if (readRequestState<string>() === 'kept') return 'state-ok';
    return requireInput({ inputRequests: { confirm: confirmForm() }, state: 'kept' });
  });

const several = f
  .query('test_input_required_result_multiple_inputs')
  .describe('Asks three things at once.')
  .interactive()
  .handle(() => {
    const answers = ['user_name', 'greeting', 'client_roots'].map((key) => inputResponse(key));
    if (!answers.includes(undefined)) return `Answered: ${JSON.stringify(answers)}`;
    const content = textOf('Generate a greeting');
    return requireInput({
      inputRequests: {
        user_name: nameForm('What is your name?'),
        greeting: requireInput.sampling({ messages: [{ role: 'user', content }], maxTokens: 50 }),
        client_roots: requireInput.roots(),
      },
      state: 'three',
    });
  });

const rounds = f
  .query('test_input_required_result_multi_round')
  .describe('Asks twice, one after the other.')
  .interactive()
  .handle(() => {
    const name = readInput('step1', { name: ask.string() })?.name;
    if (name === undefined)
      return requireInput({ inputRequests: { step1: nameForm('Step 1: What is your name?') }, state: 1 });
    const color = readInput('step2', { color: ask.string() })?.color;
    if (color !== undefined) return `${name} likes ${color}.`;
    const step2 = requireInput.elicit('Step 2: What is your favorite color?', { color: ask.string() });
    return requireInput({ inputRequests: { step2 }, state: 2 });
  });

const tampered = f
  .query('test_input_required_result_tampered_state')
  .describe('Keeps a state that nobody may change.')
  .interactive()
  .handle(() => {
    if (inputResponse('confirm')) return `The state is ${readRequestState<string>()}.`;
    return requireInput({ inputRequests: { confirm: confirmForm() }, state: 'untouched' });
  });

const byCapabilities = f
  .query('test_input_required_result_capabilities')
  .describe('Asks what its client can answer.')
  .interactive()
  .handle((_, { client: { capabilities } }) => {
    const inputRequests = {
      ...('elicitation' in capabilities ? { name: nameForm('What is your name?') } : {}),
      ...('sampling' in capabilities
        ? { sample: requireInput.sampling({ messages: [{ role: 'user', content: textOf('Hello') }], maxTokens: 10 }) }
        : {}),
    };
    const keys = Object.keys(inputRequests);
    if (keys.every((key) => inputResponse(key))) return `Asked ${keys.length} things.`;
    return requireInput({ inputRequests });
  });

const needsSampling = f
  .query('test_missing_capability')
  .describe('Needs a client that samples, and does not run without.')
  .interactive({ needs: ['sampling'] })
  .handle(() => 'The client can sample.');

const streaming = f
  .query('test_streaming_elicitation')
  .describe('Logs and asks: what it asks is in its result.')
  .interactive()
  .handle((_, { log }) => {
    log.info('Asking.');
    if (readInput('ok')) return 'Answered.';
    return confirmForm();
  });

function textOf(text: string): object {
  return { type: 'text', text };
}

/** Tools that ask: one for each thing that the official suite wants to see. */
export const askingTools = [
  sampling,
  elicitation,
  defaults,
  enums,
  oneForm,
  oneSample,
  oneRoots,
  keepsState,
  several,
  rounds,
  tampered,
  byCapabilities,
  needsSampling,
  streaming,
];
