import { describe, expect, it } from 'vitest';
import { fakeServer, textResult } from './fake-server.js';
import { runText } from './run-script-text.js';

/** Answers with the text it is given; `structured` adds what it says. */
const echoing = fakeServer({
  'tools/call': ({ params }, { result, progress, log }) => {
    const text = String(params?.arguments?.['text']);
    if (text === 'reports') {
      progress({ progress: 1, total: 3, message: 'step one' });
      progress({ progress: 2, total: 3 });
      log('warning', { note: 'half way' });
      log('info', 'plain');
    }
    if (text === 'waits') return;
    if (text === 'falls') for (const value of [2, 2]) progress({ progress: value });
    if (text === 'refuses') return result(textResult('no', { isError: true }));
    result(textResult(text, text === 'structured' ? { structuredContent: { n: 7, list: [1, 'a'] } } : {}));
  },
});

const run = (text: string) => runText(text, echoing, { era: '2025-11-25', env: { NAME: 'from outside' } });

describe('each assertion can hold', () => {
  it.each([
    'call_tool try abc\nassert_contains b\nassert_contains \'"text": "abc"\'\nassert_contains abc b\nassert_contains abc b c d',
    'call_tool try abc\nassert_equals abc\nassert_equals "" ""',
    'call_tool try structured\nset_var all rawResponse\nassert_equals $all\nassert_equals $all $all',
    'assert_number 1e3\nassert_number -.5\nassert_number Inf\nassert_number 1_000',
    'assert_gt 2 1.5\nassert_ge 2 2\nassert_lt -1 0\nassert_le 1e3 1000',
    'assert_string_length hello world 11 11\nassert_string_length é 2 2\nassert_string_length "" 0 0',
    String.raw`call_tool try abc12` + '\n' + String.raw`assert_matches 'c\d+$'` + '\nassert_matches abc ^abc$',
    'call_tool try abc\nassert_matches \'"type": "text"\'',
    `call_tool try structured\nassert_schema '{"required":["n"]}'\nassert_schema '[1]' '{"type":"array"}'`,
    `call_tool try abc\nassert_schema '{"required":["content"]}'`,
    'assert_not assert_equals a b\nassert_not timeout 500 assert_contains abc x',
    'call_tool try abc\nassert_not set_var x $.y',
    'assert_not assert_not assert_equals a a',
    'call_tool try reports\nassert_progress\nassert_progress min 2 increasing total 3 last 2 message one',
    'call_tool try abc\nassert_progress min 0',
    'call_tool try reports\nassert_log warning\nassert_log warning half\nassert_log info plain\nassert_no_log error',
    'set name a b\nassert_equals $name "a b"\nassert_equals $env.NAME "from outside"\nassert_equals $$x $$x',
    'list_tools\nassert_equals <<E\ntry\nchecked\nE\nset_var first tools.0.name\nassert_equals $first try',
  ])('%s', async (text) => {
    const { errors, exitCode } = await run(text);
    expect(errors).toEqual([]);
    expect(exitCode).toBe(0);
  });
});

describe('each assertion can fail, and says what came', () => {
  it.each([
    [
      'call_tool try abc\nassert_contains xyz',
      'line 2: assertion failed: the result does not contain "xyz"; its text is "abc"',
    ],
    ['assert_contains abc x', 'line 1: assertion failed: "abc" does not contain "x"'],
    ['call_tool try abc\nassert_equals ab', 'the text of the result is "abc", not "ab"'],
    ['assert_equals 1 1.0', 'assertion failed: "1" is not equal to "1.0"'],
    ['assert_number abc', '"abc" is not a number'],
    ['assert_number 0x10', '"0x10" is not a number'],
    ['assert_number ""', '"" is not a number'],
    ['assert_gt 1 1', 'expected 1 > 1'],
    ['assert_ge 1 2', 'expected 1 >= 2'],
    ['assert_lt 1 1', 'expected 1 < 1'],
    ['assert_le 2 1', 'expected 2 <= 1'],
    ['assert_gt NaN 1', 'expected NaN > 1'],
    ['assert_gt abc 1', '"abc" is not a number'],
    ['assert_string_length hello world 20 30', 'assertion failed: string length 11 is not between 20 and 30'],
    ['assert_matches abc ^b', '"abc" does not match /^b/u'],
    ['call_tool try abc\nassert_matches xyz', 'the result does not match /xyz/u; its text is "abc"'],
    [`assert_schema '{"a":"x"}' '{"properties":{"a":{"type":"number"}}}'`, 'does not fit the schema: /a: '],
    [`call_tool try structured\nassert_schema '{"required":["m"]}'`, 'does not fit the schema'],
    [`assert_schema '{"type":"object"}'`, 'there is no result to look at: nothing was called yet'],
    ['assert_not assert_equals a a', 'expected this not to hold: assert_equals a a'],
    ['expect_error assert_equals a a', 'expected an error, but this succeeded: assert_equals a a'],
    ['assert_error_code -1', 'expected error code -1, but there was no error'],
    ['expect_error assert_equals a b\nassert_error_code -32602', 'expected error code -32602, got 0: assertion failed'],
    ['expect_error call_tool try refuses\nassert_error_code 0', 'expected error code 0, got tool: tool error: no'],
    // Only what looks for something can fail to find it.
    ['assert_not timeout 300 call_tool try waits', 'context deadline exceeded'],
    ['expect_error assert_equals a b\nassert_tool_error', 'expected a tool error, got: assertion failed'],
    ['assert_tool_error', 'expected a tool error, but there was no error'],
    ['set_var x $.y', 'there is no result to look at: nothing was called yet'],
    ['call_tool try abc\nset_var x $.y', 'path not found: $.y, in:\n{'],
    ['assert_progress', 'nothing was called yet'],
    ['call_tool try abc\nassert_progress', 'expected at least 1 progress notifications; call_tool try got no progress'],
    [
      'call_tool try reports\nassert_progress min 3',
      'at least 3 progress notifications; call_tool try got 2 progress notifications: 1/3 "step one", 2/3',
    ],
    [
      'call_tool try falls\nassert_progress increasing',
      'expected progress to increase, number 2 does not; call_tool try got 2 progress notifications: 2, 2',
    ],
    ['call_tool try reports\nassert_progress total 4', 'expected the last total to be 4, got 3'],
    ['call_tool try falls\nassert_progress total 4', 'expected the last total to be 4, got none'],
    ['call_tool try reports\nassert_progress last 3', 'expected the last progress to be 3, got 2'],
    ['call_tool try reports\nassert_progress message two', 'expected a message with "two"'],
    [
      'call_tool try reports\nassert_log error',
      'expected a log message of level error; call_tool try got warning "{\\"note\\":\\"half way\\"}", info "plain"',
    ],
    ['call_tool try reports\nassert_log info half', 'expected a log message of level info with "half"'],
    ['call_tool try abc\nassert_log info', 'call_tool try got none'],
    [
      'call_tool try reports\nassert_no_log info',
      'expected no log message of level info; call_tool try got info "plain"',
    ],
    [
      'call_tool try abc\nassert_cancelled',
      'expected a cancelled call, but call_tool try was not cancelled: it was answered',
    ],
    ['call_tool try abc\nassert_silent 1', 'expected a cancelled call, but call_tool try was not cancelled'],
    [
      'cancel_after 5000 call_tool try abc',
      'the command finished before it could be cancelled (within 5000 ms): call_tool try abc',
    ],
    ['cancel_on progress call_tool try abc', 'the command finished before it could be cancelled (no progress came)'],
    [
      'cancel_on log assert_equals a b',
      'the command failed before it could be cancelled (no log came): assertion failed',
    ],
  ])('%s', async (text, expected) => {
    const { steps, errors, exitCode, failed } = await run(text);
    expect(errors).toEqual([expect.stringContaining(expected)]);
    expect(steps.at(-1)?.isOk).toBe(false);
    expect([exitCode, failed]).toEqual([1, 1]);
  });
});

describe('a wrong script is exit code 2, and no expected error', () => {
  it.each([
    ['nonsense', 'line 1: unknown command "nonsense"; the commands are: echo, call_tool'],
    ['asert_equals a a', 'unknown command "asert_equals"; did you mean assert_equals?'],
    ['call_tool\u00a0echo', 'unknown command "call_tool\u00a0echo"'],
    ['elicit_response yes', 'expected accept, decline or cancel, got "yes"'],
    ['elicit_response accept {', 'elicit_response: expected a JSON object'],
    ['assert_elicited a b', 'expected: assert_elicited'],
    ['assert_equals $nope', 'unknown variable $nope'],
    ['assert_equals $env.NOPE', 'an environment variable NOPE, it is not set'],
    ["echo it's", "expected a closing '"],
    ['call_tool', 'expected: call_tool TOOL'],
    ['call_tool try nope:1', 'line 1: unknown argument "nope" of try; its arguments are: text'],
    ['call_tool try 1 2', 'line 1: too many values for try: "2"; its arguments are: text'],
    ['call_tool_raw try', 'expected: call_tool_raw TOOL JSON_OBJECT; got "try"'],
    ['call_tool_raw try [1]', 'expected a JSON object, got "[1]"'],
    ['call_tool_raw try {', 'expected a JSON object, got "{"'],
    ['set_var x', 'expected: set_var NAME PATH; got "x"'],
    ['set 1x y', 'expected a name of letters, digits and _, got "1x"'],
    ['set x', 'expected: set NAME VALUE…'],
    ['assert_equals', 'got no arguments'],
    ['assert_equals a b c', 'expected: assert_equals'],
    ['assert_contains', 'expected: assert_contains'],
    ['assert_number', 'expected: assert_number'],
    ['assert_gt 1', 'expected: assert_gt A B; got "1"'],
    ['assert_string_length a 1', 'expected: assert_string_length'],
    ['assert_string_length a b c', 'expected MIN and MAX to be whole numbers'],
    ['assert_matches (', 'Invalid regular expression'],
    ['assert_schema nope', 'expected a JSON schema'],
    ['assert_error_code x', 'expected a whole number or the word tool, got "x"'],
    ['timeout 1s ping', 'timeout: expected whole milliseconds up to 2147483647, got "1s"'],
    ['timeout 99999999999 ping', 'expected whole milliseconds'],
    ['timeout 100', 'expected: timeout MS COMMAND…; got "100"'],
    ['cancel_after x ping', 'cancel_after: expected whole milliseconds'],
    ['cancel_on result ping', 'cancel_on: expected progress, log or elicit, got "result"'],
    ['cancel_on progress', 'expected: cancel_on'],
    ['cancel_after 100 nonsense', 'unknown command'],
    ['assert_not nonsense', 'unknown command'],
    ['sleep', 'expected: sleep MS'],
    ['ping x', 'expected: ping'],
    ['assert_progress most 2', 'expected: assert_progress'],
    ['assert_progress min', 'expected: assert_progress'],
    ['assert_progress min x', 'assert_progress: expected a number, got "x"'],
    ['assert_log loud', 'expected a log level (debug, info, notice'],
    ['assert_cancelled until 5', 'expected: assert_cancelled [within MS]; got "until" "5"'],
    ['wait_notification resources/updated x', 'unknown notification "resources/updated"'],
    ['wait_notification tools/list_changed 2', 'expected a duration such as 2s or 300ms, got "2"'],
    ['era 2024-11-05', 'expected 2025-11-25 or 2026-07-28, got "2024-11-05"'],
    ['timeout 100 parallel', 'parallel must be the first word of its line'],
    ['include', 'include must be the first word of its line, and stand there as: include FILE'],
    ['include /does/not/exist.mcp', 'cannot read /does/not/exist.mcp'],
  ])('%s', async (text, expected) => {
    const alone = await run(text);
    expect(alone.errors).toEqual([expect.stringContaining(expected)]);
    expect(alone.exitCode).toBe(2);
    const prefixed = await run(`expect_error ${text}`);
    expect(prefixed).toMatchObject({ failed: 1, exitCode: 2 });
  });
});
