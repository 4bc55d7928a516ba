import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { addFailure, newCount } from './count.ts';

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}

/** Returns what was thrown, and the line of the tests that it came from. */
function failureOf([error]: readonly SerializedError[] = []) {
  const at = error?.stacks?.find(({ file }) => file.includes('/tests/'));
  return { at, texts: [error?.message, error?.diff] };
}

/** Writes the results of the tests to the file that `TEST_COUNT` names. */
export default class CountTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env.TEST_COUNT;
    if (!file) return;
    const count = newCount();
    for (const error of unhandledErrors) addFailure(count, error.message, failureOf([error]));
    for (const module of modules) {
      const failedBefore = count.failed.length;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        count.seconds[nameOf(test)] = (test.diagnostic()?.duration ?? 0) / 1000;
        if (state === 'passed') count.passed.push(nameOf(test));
        if (state === 'failed') addFailure(count, nameOf(test), failureOf(errors));
        if (state === 'skipped') count.skipped.push(nameOf(test));
      }
      if (module.state() === 'failed' && count.failed.length === failedBefore) {
        addFailure(count, module.relativeModuleId, failureOf(module.errors()));
      }
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(count));
  }
}
