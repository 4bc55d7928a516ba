import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureAppBuilt } from '../../../server/start/appBuild.ts';
import { once } from '../../../src/timing.ts';
import seedOnce from '../../browser/support/seedOnce.ts';
import { withoutPgBackRest } from '../../cluster/backups/archivedPostgres.ts';
import { withoutCluster } from '../../cluster/cluster.ts';
import { withoutImage } from '../../image/account.ts';
import { withoutDovecot } from '../../mailbox/dovecot.ts';
import { withoutPgbouncer } from '../database/pgbouncer.ts';
import { withoutSwift } from '../files/swift.ts';
import { type Count, newCount } from './count.ts';
import { countStories, type StoriesReport } from './countStories.ts';
import { findBrowser } from './findBrowser.ts';
import { notPassed } from './namedTests.ts';
import { collectWarnings } from './warnings.ts';

/**
 * Runs the tests; the last line sums them up. `npm test` runs the daily runners, `npm test -- all` every runner at full size. Names run
 * only those: `npm test -- vitest stories`; what follows a single name goes to its program: `npm test -- stories inbox --project=desk`.
 * See tests/README.md.
 */
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

async function runVitest(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Count> {
  const file = join(reports, `${name}.json`);
  const endedWell = await runNode(name, [vitestProgram, 'run', ...args], { ...env, TEST_COUNT: file });
  return checked(name, endedWell, readReport<Count>(file));
}

/** Builds the app and makes the demo data for the stories. @returns what removes the data */
const prepareStories = once(async () => {
  await ensureAppBuilt((line) => console.log(`stories | ${line}`));
  return seedOnce();
});

async function runStories(name: string, asked: readonly string[]): Promise<Count> {
  const file = join(reports, `${name}.json`);
  const remove = await prepareStories();
  const args = ['test', '--config=tests/browser', '--reporter=list,json', ...asked];
  const endedWell = await runNode(name, [playwrightProgram, ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(process.cwd(), file),
  }).finally(remove);
  const report = readReport<StoriesReport>(file);
  return checked(name, endedWell, report && countStories(report));
}

type Runner = (name: string, args: readonly string[]) => Promise<Count>;

/** Runs what needs programs that are not packages of npm. @param whatIsMissing a sentence, with which it is skipped, or `''` */
function unless(whatIsMissing: () => string, runner: Runner): Runner {
  return async (name, args) => {
    const sentence = whatIsMissing();
    if (sentence === '') return runner(name, args);
    console.log(`${name} | It is skipped. ${sentence}`);
    return { ...newCount(), skipped: [name] };
  };
}

/** Runs a program as one test: it passes when it ends with code 0. */
function program(file: string): Runner {
  return async (name, args) => {
    const endedWell = await runNode(name, [file, ...args]);
    return { ...newCount(), [endedWell ? 'passed' : 'failed']: [name] };
  };
}

/** Runs test files with many rounds of a random seed, which it prints; variables of the environment set both. */
function seeded(files: string, defaults: Record<string, string>): Runner {
  return (name, args) => {
    const values = { SEED: String(Math.floor(Math.random() * 2 ** 31)), ...defaults };
    const env = Object.fromEntries(
      Object.entries(values).map(([key, usual]) => [key, process.env[key] ?? usual]),
    );
    for (const [key, value] of Object.entries(env)) console.log(`${name} | ${key}=${value}`);
    return runVitest(name, ['--disableConsoleIntercept', ...(args.length > 0 ? args : [files])], env);
  };
}

/** The daily runners. */
const daily: Record<string, Runner> = {
  vitest: (name, args) => runVitest(name, args),
  components(name, args) {
    // They leave a processor idle at times, and the demo data are made on one.
    // Where they fail, the stories try again, and say why.
    if (names.includes('stories')) prepareStories().catch(() => undefined);
    return runVitest(name, ['--config=tests/components/vitest.config.ts', ...args]);
  },
  stories: runStories,
};

/** What reads and writes the bucket the most. */
const bucketTests = ['tests/server/files/', 'tests/server/data/backup', 'tests/server/data/two-servers'];

/** Run before a release too. */
const beforeRelease: Record<string, Runner> = {
  planted: program('tests/planted/run.ts'),
  engines: program('tests/engines/run.ts'),
  soak: program('tests/outbox/model/soak.ts'),
  world: program('tests/world/run/soak.ts'),
  'soak-browser': program('tests/browser/soak.ts'),
  fuzz: program('tests/support/run/fuzzRun.ts'),
  'push-kills': seeded('tests/server/push/kills.test.ts', { TESTS: 'all', KILLS: '200' }),
  'two-servers': seeded('tests/server/data/two-servers.test.ts', { TESTS: 'all', KILLS: '20' }),
  pgbouncer: unless(withoutPgbouncer, (name, args) =>
    runVitest(name, args.length > 0 ? args : ['tests/server/'], { POOLER: 'pgbouncer' }),
  ),
  'second-s3': unless(withoutSwift, (name, args) =>
    runVitest(name, args.length > 0 ? args : bucketTests, { STORE: 's3', S3: 'swift', TESTS: 'all' }),
  ),
  'store-faults': program('tests/cluster/storeFaults.ts'),
  mailbox: unless(withoutDovecot, program('tests/mailbox/run.ts')),
  power: program('tests/power/run.ts'),
  upgrade: program('tests/cluster/upgrade.ts'),
  image: unless(withoutImage, program('tests/image/run.ts')),
  backups: unless(withoutPgBackRest, program('tests/cluster/backups/run.ts')),
  failover: unless(withoutCluster, program('tests/cluster/run.ts')),
  'push-firefox': program('tests/push-firefox/run.ts'),
  'big-files': program('tests/bench/bigFiles.ts'),
};

/** Run when they are named only. */
const others: Record<string, Runner> = {
  pictures: program('tests/support/run/pictures.ts'),
  corpus: program('tests/corpus/run.ts'),
  compare: program('tests/compare/run.ts'),
  seals: program('tests/seals/run.ts'),
};

const runners = { ...daily, ...beforeRelease, ...others };
const isAll = process.argv[2] === 'all';
const asked = process.argv.slice(isAll ? 3 : 2);
const firstArg = asked.findIndex((name) => !(name in runners));
const args = firstArg < 0 ? [] : asked.slice(firstArg);
const names =
  asked.length > 0
    ? asked.slice(0, asked.length - args.length)
    : Object.keys(isAll ? { ...daily, ...beforeRelease } : daily);
if (args.length > 0 && names.length !== 1)
  throw new Error(`There is no runner "${args[0]}"; there are ${Object.keys(runners).join(', ')}.`);
const total = newCount();

async function run(name: string): Promise<void> {
  const began = performance.now();
  const count = await (runners[name] as Runner)(name, args).catch((error: Error) => ({
    ...newCount(),
    failed: [`${name}: ${error.message}`],
  }));
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${name}: ${count.passed.length} passed, ${count.failed.length} failed in ${seconds} s`);
  total.passed.push(...count.passed);
  total.failed.push(...count.failed);
  total.skipped.push(...count.skipped);
  Object.assign(total.seconds, count.seconds);
  Object.assign(total.errors, count.errors);
}

async function oneAfterTheOther(names: readonly string[]): Promise<void> {
  for (const name of names) await run(name);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
// Caches compiled code for the programs that tests start.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules', '.cache', 'compiled');
if (isAll) process.env.TESTS = 'all';
process.env.CHROMIUM_PATH = findBrowser();
const warningsNow = collectWarnings(join(process.cwd(), reports, 'warnings.txt'));

if (availableParallelism() < 8) {
  // A runner keeps two processors busy. Beside each other, their time limits end what is only slow.
  await oneAfterTheOther(names.filter((name) => name in daily));
} else await Promise.all(names.filter((name) => name in daily).map(run));
await oneAfterTheOther(names.filter((name) => !(name in daily)));

const warnings = warningsNow();
for (const warning of warnings) console.log(`warning of Node: ${warning}`);
if (warnings.length > 0)
  total.failed.push(`no program of the run warns (${warnings.length} warnings of Node)`);
if (asked.length === 0) total.failed.push(...notPassed([...total.passed, ...(isAll ? [] : total.skipped)]));
const slowest = Object.entries(total.seconds).sort(([, a], [, b]) => b - a);
console.log('The ten slowest tests:');
for (const [name, seconds] of slowest.slice(0, 10)) console.log(`${seconds.toFixed(0)} s ${name}`);
// Whoever saves only the end of the output finds there why a test failed.
for (const name of total.failed) {
  console.log(`failed: ${name}`);
  for (const line of total.errors[name] ?? []) console.log(`  ${line}`);
}
console.log(`${total.passed.length} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length === 0 && total.passed.length > 0 ? 0 : 1;
