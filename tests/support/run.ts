import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './findBrowser.ts';

/**
 * Every test of the project, one runner after the other; the last line sums them. Names of runners (`vitest`,
 * `browser`) as arguments run only those.
 */
type Outcome = { passed: number; failed: number };

const reports = join('node_modules', '.cache', 'test-reports');

function runNode(args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const child = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return child.status === 0;
}

/** A runner that ends badly without a failed test (a file that does not load, say) counts as one failure. */
function outcome(endedWell: boolean, passed: number, failed: number): Outcome {
  return { passed, failed: endedWell ? failed : Math.max(failed, 1) };
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

function vitest(): Outcome {
  const file = join(reports, 'vitest.json');
  const program = join('node_modules', 'vitest', 'vitest.mjs');
  const endedWell = runNode([
    program,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport<{ numPassedTests: number; numFailedTests: number }>(file);
  return outcome(endedWell && report !== undefined, report?.numPassedTests ?? 0, report?.numFailedTests ?? 0);
}

function browser(): Outcome {
  const file = join(reports, 'browser.json');
  const program = join('node_modules', '@playwright', 'test', 'cli.js');
  const endedWell = runNode([program, 'test', '--config=tests/browser', '--reporter=list,json'], {
    CHROMIUM_PATH: findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(process.cwd(), file),
  });
  const report = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(file);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  if (flaky > 0) console.log(`browser: ${flaky} passed only when tried again`);
  return outcome(endedWell && report !== undefined, expected + flaky, unexpected);
}

const runners = { vitest, browser };

function runAll(names: string[]): Outcome {
  const total: Outcome = { passed: 0, failed: 0 };
  for (const name of names) {
    const runner = runners[name as keyof typeof runners];
    if (!runner)
      throw new Error(`There is no runner "${name}"; there are ${Object.keys(runners).join(', ')}.`);
    try {
      const { passed, failed } = runner();
      console.log(`${name}: ${passed} passed, ${failed} failed`);
      total.passed += passed;
      total.failed += failed;
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      total.failed += 1;
    }
  }
  return total;
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const asked = process.argv.slice(2);
const { passed, failed } = runAll(asked.length > 0 ? asked : Object.keys(runners));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
