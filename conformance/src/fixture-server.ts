import { setTimeout as sleep } from 'node:timers/promises';
import {
  audio,
  createServer,
  embedded,
  FusionError,
  image,
  initMCPFusion,
  progress,
  stderrLog,
  text,
  type Server,
} from '@mcpfusion/core';
import { askingTools } from './asking-tools.js';
import { jsonSchema2020 } from './json-schema-2020.js';

const f = initMCPFusion();
const toStderr = stderrLog('warning');

/** One red pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** No samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

// Between two notifications, so that each goes out by itself.
const stepMs = 50;

const simpleText = f
  .query('test_simple_text')
  .describe('Answers with one text.')
  .handle(() => 'This is a simple text response for testing.');

const imageContent = f
  .query('test_image_content')
  .describe('Answers with a PNG of one pixel.')
  .handle(() => image(png, 'image/png'));

const audioContent = f
  .query('test_audio_content')
  .describe('Answers with an empty WAV.')
  .handle(() => audio(wav, 'audio/wav'));

const embeddedResource = f
  .query('test_embedded_resource')
  .describe('Answers with a resource inside the answer.')
  .handle(() =>
    embedded({
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    }),
  );

const multipleContentTypes = f
  .query('test_multiple_content_types')
  .describe('Answers with a text, an image and a resource.')
  .handle(() => [
    text('Multiple content types test:'),
    image(png, 'image/png'),
    embedded({
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: '{"test":"data","value":123}',
    }),
  ]);

const errorHandling = f
  .query('test_error_handling')
  .describe('Always fails.')
  .handle(() => {
    throw new FusionError('TEST_ERROR', 'This tool intentionally returns an error for testing.');
  });

const toolWithProgress = f
  .action('test_tool_with_progress')
  .describe('Reports 0, 50 and 100 of 100.')
  .handle(async function* (_, { signal }) {
    for (const done of [0, 50, 100]) {
      yield progress(done, `Completed step ${done} of 100`);
      await sleep(stepMs, undefined, { signal });
    }
    return 'Progress reported.';
  });

const toolWithLogging = f
  .action('test_tool_with_logging')
  .describe('Logs three times while it runs.')
  .handle(async (_, { log, signal }) => {
    for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      log.info(message);
      await sleep(stepMs, undefined, { signal });
    }
    return 'Logged.';
  });

const loggingTool = f
  .action('test_logging_tool')
  .describe('Logs once at each level, which nobody may see who did not ask for it.')
  .handle((_, { log }) => {
    log.debug('At debug.');
    log.info('At info.');
    log.error('At error.');
    return 'Logged.';
  });

const jsonSchemaTool = f
  .query('json_schema_2020_12_tool')
  .describe('Is listed with an input schema that uses what JSON Schema 2020-12 has.')
  .input(jsonSchema2020)
  .handle((input) => `Received ${JSON.stringify(input)}`);

const toolWithHeader = f
  .query('test_header_parameter')
  .describe('Takes an argument that HTTP clients repeat in a header.')
  .withString('region', 'Region to look in', { header: 'Region' })
  .handle(({ region }) => `Looked in ${region}.`);

/**
 * What the official conformance suite wants to find, as far as the framework has
 * it. The first tool takes no arguments: the suite calls whatever comes first with `{}`.
 */
export function createFixtureServer(): Server {
  return createServer({
    name: 'mcpfusion-conformance-fixture',
    version: '1.0.0',
    tools: [
      simpleText,
      imageContent,
      audioContent,
      embeddedResource,
      multipleContentTypes,
      errorHandling,
      toolWithProgress,
      toolWithLogging,
      loggingTool,
      jsonSchemaTool,
      toolWithHeader,
      ...askingTools,
    ],
    // What the logging tool logs is for the client alone.
    log: (record) => {
      if (record.logger !== loggingTool.name) toStderr(record);
    },
  });
}
