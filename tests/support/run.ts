import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Count } from './countTests.ts';
import { findBrowser } from './findBrowser.ts';

/**
 * Every test of the project, one runner after the other; the last line sums them. Names of runners (`vitest`,
 * `browser`) as arguments run only those.
 */
const reports = join('node_modules', '.cache', 'test-reports');

function runNode(args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const child = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return child.status === 0;
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** A runner that ends badly without a failed test (a file that does not load, say) counts as one failure. */
function checked(name: string, endedWell: boolean, count: Count | undefined): Count {
  const { passed, failed, triedAgain } = count ?? { passed: 0, failed: [], triedAgain: [] };
  const isExplained = failed.length > 0 || (endedWell && count !== undefined);
  return { passed, failed: isExplained ? failed : [`${name} did not end as it should`], triedAgain };
}

function vitest(): Count {
  const file = join(reports, 'vitest.json');
  const program = join('node_modules', 'vitest', 'vitest.mjs');
  const endedWell = runNode([program, 'run'], { TEST_COUNT: file });
  return checked('vitest', endedWell, readReport<Count>(file));
}

type Suite = {
  title: string;
  suites?: Suite[];
  specs: { title: string; tests: { projectName: string; status: string }[] }[];
};

/** Names of the tests of a suite, with the suites in it, that ended so. */
function named({ suites = [], specs, title }: Suite, status: string): string[] {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === status)
      .map(({ projectName }) => `[${projectName}] ${title} > ${spec.title}`),
  );
  return [...own, ...suites.flatMap((suite) => named(suite, status))];
}

function browser(): Count {
  const file = join(reports, 'browser.json');
  const program = join('node_modules', '@playwright', 'test', 'cli.js');
  const endedWell = runNode([program, 'test', '--config=tests/browser', '--reporter=list,json'], {
    CHROMIUM_PATH: findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(process.cwd(), file),
  });
  const report = readReport<{ suites: Suite[]; stats: { expected: number; flaky: number } }>(file);
  if (!report) return checked('browser', endedWell, undefined);
  const { suites, stats } = report;
  const ended = (status: string) => suites.flatMap((suite) => named(suite, status));
  return checked('browser', endedWell, {
    passed: stats.expected + stats.flaky,
    failed: ended('unexpected'),
    triedAgain: ended('flaky'),
  });
}

const runners = { vitest, browser };

function runAll(names: string[]): Count {
  const total: Count = { passed: 0, failed: [], triedAgain: [] };
  for (const name of names) {
    const runner = runners[name as keyof typeof runners];
    if (!runner)
      throw new Error(`There is no runner "${name}"; there are ${Object.keys(runners).join(', ')}.`);
    try {
      const { passed, failed, triedAgain } = runner();
      console.log(`${name}: ${passed} passed, ${failed.length} failed`);
      total.passed += passed;
      total.failed.push(...failed);
      total.triedAgain.push(...triedAgain);
    } catch (error) {
      total.failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return total;
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
// Programs that tests start need not be compiled again by each of them.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules', '.cache', 'compiled');
const asked = process.argv.slice(2);
const { passed, failed, triedAgain } = runAll(asked.length > 0 ? asked : Object.keys(runners));
for (const name of triedAgain) console.log(`passed only when tried again: ${name}`);
for (const name of failed) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1;
