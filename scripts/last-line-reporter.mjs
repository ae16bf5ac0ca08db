// A vitest reporter that names each skipped test, with its reason where the name or the skip gives one, and ends the
// run with one plain line: "N passed, N failed, N skipped".
// A file that could not be loaded and an error outside any test count as failed.

/** @param {ReadonlyArray<import('vitest/node').TestModule>} modules */
export function countTests(modules, unhandledErrors) {
  const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
  for (const module of modules) {
    const failedBefore = count.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      // "pending" means that the run ended before the test did.
      count[state === 'pending' ? 'failed' : state] += 1;
    }
    // Failed without a failed test: its imports or one of its hooks threw.
    if (module.state() === 'failed' && count.failed === failedBefore) count.failed += 1;
  }
  return count;
}

/** @param {ReadonlyArray<import('vitest/node').TestModule>} modules */
export function skippedTests(modules) {
  return modules.flatMap((module) =>
    [...module.children.allTests('skipped')].map((test) => {
      const { note } = test.result();
      return note === undefined ? test.fullName : `${test.fullName} (${note})`;
    }),
  );
}

export default class LastLineReporter {
  onTestRunEnd(modules, unhandledErrors) {
    for (const name of skippedTests(modules)) process.stdout.write(`skipped: ${name}\n`);
    const { passed, failed, skipped } = countTests(modules, unhandledErrors);
    process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}
