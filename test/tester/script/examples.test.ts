import { describe, expect, it } from 'vitest';
import { referenceServer, runText, type ScriptTransport } from './run-script-text.js';

/** The examples of the language, as people write them. */
const examples: Readonly<Record<string, string>> = {
  lexing: `
# whole-line comment, hash style
   // whole-line comment, slash style, indented
echo one   two "three  four"          # three arguments, runs of blanks collapse outside quotes
call_tool echo message:"say \\"hi\\" and \\\\ done"   // \\" and \\\\ are the only escapes
assert_contains 'say "hi" and \\ done'
call_tool echo message:'single $ 5 # not a comment'
assert_contains "# not a comment"
call_tool echo message:""
assert_equals "Echo: "
call_tool echo pre"fix mid"post
assert_contains "prefix midpost"`,
  paths: `
call_tool add a:4 b:6
set_var total $.sum                   # structuredContent first
set_var same structuredContent.sum
set_var text content.0.text           # literal path from the top of the result
set_var all rawResponse               # pretty-printed result
assert_equals $total $same
assert_equals $text "Result: 10"
assert_contains $all "structuredContent"
assert_number $total
assert_gt $total 9.5
expect_error set_var nope $.missing`,
  arguments: `
call_tool add 7 8                     # a=7 b=8 (property names sorted)
assert_equals "Result: 15"
call_tool add b:1 41                  # leftover positional goes to a
assert_equals "Result: 42"
call_tool join_strings paths:'["x y", "z"]'
assert_contains "x y, z"
call_tool echo http://localhost/a     # scheme://... is a value, not a name
assert_contains "Echo: http://localhost/a"
call_tool_raw echo '{"message": "as written"}'
assert_contains "as written"`,
  heredoc: `
call_tool echo <<TEXT
first line
  # kept, this is content
$not_replaced
TEXT
assert_contains "kept, this is content"
assert_contains "first line"`,
  errors: `
expect_error call_tool error_trigger message:"boom"
assert_tool_error
assert_error_code tool
assert_contains "boom"
expect_error call_tool there_is_no_such_tool
assert_error_code -32602
set_var code code                     # expect_error stores error, code, isToolError
assert_equals $code "-32602"
expect_error assert_gt 1 2`,
  timeout: `
expect_error timeout 400 call_tool progressTest seconds:4
assert_contains "deadline"
timeout 400 expect_error call_tool progressTest seconds:4
assert_contains "context deadline exceeded"
timeout 3000 call_tool echo message:"alive"
assert_contains "alive"
ping`,
  'progress and logs': `
logging debug
call_tool echo message:"with a debug record"
call_tool progressTest seconds:2      # prints two progress lines
assert_contains "finished"`,
};

const transports: readonly ScriptTransport[] = ['memory', 'stdio', 'http'];

describe.each(['2025-11-25', '2026-07-28'] as const)('the examples in %s', (era) => {
  describe.each(transports)('over %s', (transport) => {
    it.concurrent.each(Object.entries(examples))('%s', async (_name, text) => {
      const server = await referenceServer(transport);
      try {
        const run = await runText(text, server, { era });
        expect(run.errors).toEqual([]);
        expect(run).toMatchObject({ exitCode: 0, failed: 0, spokenEra: era });
        expect(run.executed).toBeGreaterThan(2);
      } finally {
        await server.close();
      }
    });
  });
});
