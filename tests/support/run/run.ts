import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ensureAppBuilt } from '../../../server/appBuild.ts';
import type { Count } from './countTests.ts';
import { findBrowser } from './findBrowser.ts';
import { notPassed } from './namedTests.ts';

/**
 * Runs the tests; the last line sums them up. `npm test` is the daily run; with `--all` (`npm run test:all`) every test runs at full
 * size. Names of runners as arguments run only those; `--repeat 10` repeats each story. See tests/README.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, repeat: { type: 'string', default: '1' } },
});
const reports = join('node_modules', '.cache', 'test-reports');
const vitestProgram = join('node_modules', 'vitest', 'vitest.mjs');
const playwrightProgram = join('node_modules', '@playwright', 'test', 'cli.js');

/** Runs a program with Node, each line of its output under the name of its runner; resolves with whether it ended well. */
function runNode(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      if (line.trim() !== '') console.log(`${name} | ${line}`);
    });
  }
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

function newCount(): Count {
  return { passed: [], failed: [], skipped: [], seconds: {} };
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** Counts a runner that fails without a failed test (a file that does not load, say) as one failure. */
function checked(name: string, endedWell: boolean, count: Count | undefined): Count {
  const counted = count ?? newCount();
  const isExplained = counted.failed.length > 0 || (endedWell && count !== undefined);
  return isExplained ? counted : { ...counted, failed: [`${name} did not end as it should`] };
}

async function runVitest(name: string, args: string[]): Promise<Count> {
  const file = join(reports, `${name}.json`);
  const endedWell = await runNode(name, [vitestProgram, 'run', ...args], { TEST_COUNT: file });
  return checked(name, endedWell, readReport<Count>(file));
}

type Suite = {
  title: string;
  suites?: Suite[];
  specs: {
    title: string;
    tests: { projectName: string; status: string; results: { duration: number }[] }[];
  }[];
};

/** Adds the tests of a suite, with the suites in it, to the count. */
function countSuite({ suites = [], specs, title }: Suite, count: Count): Count {
  for (const spec of specs) {
    for (const { projectName, status, results } of spec.tests) {
      const name = `tests/browser/${title} > ${spec.title} [${projectName}]`;
      if (status === 'expected') count.passed.push(name);
      if (status === 'unexpected') count.failed.push(name);
      if (status === 'skipped') count.skipped.push(name);
      count.seconds[name] = Math.max(0, ...results.map(({ duration }) => duration)) / 1000;
    }
  }
  for (const suite of suites) countSuite({ ...suite, title }, count);
  return count;
}

async function runStories(name: string): Promise<Count> {
  const file = join(reports, `${name}.json`);
  await ensureAppBuilt((line) => console.log(`${name} | ${line}`));
  const args = ['test', '--config=tests/browser', '--reporter=list,json', `--repeat-each=${values.repeat}`];
  const endedWell = await runNode(name, [playwrightProgram, ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(process.cwd(), file),
  });
  const count = newCount();
  const report = readReport<{ suites: Suite[] }>(file);
  for (const suite of report?.suites ?? []) countSuite(suite, count);
  return checked(name, endedWell, report && count);
}

/** Runs a script of package.json as one test: it passes when it ends with code 0. */
async function runScript(name: string): Promise<Count> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const [, ...args] = (scripts[name] ?? '').split(' ');
  const endedWell = args.length > 0 && (await runNode(name, args));
  return { ...newCount(), [endedWell ? 'passed' : 'failed']: [name] };
}

type Runner = (name: string) => Promise<Count>;

/** The daily runners. */
const daily: Record<string, Runner> = {
  vitest: (name) => runVitest(name, []),
  components: (name) => runVitest(name, ['--config=tests/components/vitest.config.ts']),
  stories: runStories,
};

/** Scripts that also run before a release. */
const beforeRelease = [
  'test:planted',
  'test:engines',
  'test:soak',
  'test:soak:browser',
  'test:fuzz',
  'test:push-kills',
  'test:two-servers',
  'test:push:firefox',
  'test:big-files',
];

const runners: Record<string, Runner> = {
  ...daily,
  ...(values.all ? Object.fromEntries(beforeRelease.map((name) => [name, runScript])) : {}),
};
const total = newCount();

async function run(name: string): Promise<void> {
  const runner = runners[name];
  if (!runner) throw new Error(`There is no runner "${name}"; there are ${Object.keys(runners).join(', ')}.`);
  const began = performance.now();
  const count = await runner(name).catch((error: Error) => ({
    ...newCount(),
    failed: [`${name}: ${error.message}`],
  }));
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${name}: ${count.passed.length} passed, ${count.failed.length} failed in ${seconds} s`);
  total.passed.push(...count.passed);
  total.failed.push(...count.failed);
  total.skipped.push(...count.skipped);
  Object.assign(total.seconds, count.seconds);
}

async function oneAfterTheOther(names: readonly string[]): Promise<void> {
  for (const name of names) await run(name);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
// Caches compiled code for the programs that tests start.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules', '.cache', 'compiled');
if (values.all) process.env.TESTS = 'all';
process.env.CHROMIUM_PATH = findBrowser();

const asked = positionals.length > 0 ? positionals : Object.keys(runners);
if (availableParallelism() < 8) {
  // A runner keeps two processors busy. Beside each other, their time limits end what is only slow.
  await oneAfterTheOther(asked.filter((name) => name in daily));
} else await Promise.all(asked.filter((name) => name in daily).map(run));
await oneAfterTheOther(asked.filter((name) => !(name in daily)));

if (positionals.length === 0)
  total.failed.push(...notPassed([...total.passed, ...(values.all ? [] : total.skipped)]));
const slowest = Object.entries(total.seconds).sort(([, a], [, b]) => b - a);
console.log('The ten slowest tests:');
for (const [name, seconds] of slowest.slice(0, 10)) console.log(`${seconds.toFixed(0)} s ${name}`);
for (const name of total.failed) console.log(`failed: ${name}`);
console.log(`${total.passed.length} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length === 0 && total.passed.length > 0 ? 0 : 1;
