// A vitest reporter that ends the run with one plain line: "N passed, N failed, N skipped".
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

export default class LastLineReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const { passed, failed, skipped } = countTests(modules, unhandledErrors);
    process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}
