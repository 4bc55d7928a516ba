import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase } from 'vitest/node';

export type Count = {
  passed: number;
  /** Names of tests, and of files that could not be run. */
  failed: string[];
  triedAgain: string[];
};

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}

/** Writes the count of a run to the file that `TEST_COUNT` names. */
export const countTests = {
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.TEST_COUNT;
    if (!file) return;
    const count: Count = { passed: 0, failed: unhandledErrors.map(({ message }) => message), triedAgain: [] };
    for (const module of modules) {
      const failedBefore = count.failed.length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') count.passed += 1;
        if (state === 'failed') count.failed.push(nameOf(test));
        if (test.diagnostic()?.flaky) count.triedAgain.push(nameOf(test));
      }
      if (module.state() === 'failed' && count.failed.length === failedBefore) {
        count.failed.push(module.relativeModuleId);
      }
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(count));
  },
} satisfies Reporter;
