import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Names of tests as `file > name`, of files that could not be run, and the seconds that each test took. */
export type Count = {
  passed: string[];
  failed: string[];
  skipped: string[];
  seconds: Record<string, number>;
};

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}

/** Writes the results of the tests to the file that `TEST_COUNT` names. */
export default class CountTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env.TEST_COUNT;
    if (!file) return;
    const failed = unhandledErrors.map(({ message }) => message);
    const count: Count = { passed: [], failed, skipped: [], seconds: {} };
    for (const module of modules) {
      const failedBefore = count.failed.length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        count.seconds[nameOf(test)] = (test.diagnostic()?.duration ?? 0) / 1000;
        if (state === 'passed') count.passed.push(nameOf(test));
        if (state === 'failed') count.failed.push(nameOf(test));
        if (state === 'skipped') count.skipped.push(nameOf(test));
      }
      if (module.state() === 'failed' && count.failed.length === failedBefore) {
        count.failed.push(module.relativeModuleId);
      }
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(count));
  }
}
