import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/**
 * Part of `npm run check`: fails when the registry reports a serious fault in a package that goes into the product, and warns
 * when the phone numbering plans are old. A registry that cannot answer, a mirror without that endpoint or none in reach, fails no
 * build: a warning says what was not checked, so that it is not mistaken for an audit that found nothing.
 */
const Report = v.object({
  auditReportVersion: v.number(),
  vulnerabilities: v.record(
    v.string(),
    v.object({ severity: v.string(), range: v.optional(v.string(), ''), via: v.array(v.unknown()) }),
  ),
});
/** What npm prints where the registry does not answer: `npm audit` a message, `npm view` a summary. */
const Failure = v.object({
  message: v.optional(v.string(), ''),
  error: v.optional(v.object({ summary: v.optional(v.string(), '') })),
});
const Advice = v.object({ title: v.string(), url: v.optional(v.string(), '') });

const serious = ['high', 'critical'];

function adviceOf(via: readonly unknown[]): string {
  const advice = via.map((one) =>
    v.is(Advice, one) ? `${one.title} ${one.url}`.trim() : `through ${String(one)}`,
  );
  return advice.join('; ');
}

function asked(...args: string[]): unknown {
  const npm = process.env.npm_execpath;
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const all = [...first, ...args, '--json', '--fetch-retries=0', '--fetch-timeout=30000'];
  const { stdout, error } = spawnSync(program, all, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (error) throw error;
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}

/** Says what was not checked, and why. */
function warnUnchecked(what: string, answer: unknown): void {
  const { message, error } = v.parse(Failure, answer);
  const why = (message || error?.summary)?.split('\n')[0] || 'it gave no report';
  console.warn(`audit: NOT CHECKED: ${what}. The registry does not tell: ${why}`);
}

const answer = asked('audit', '--omit=dev', '--audit-level=high');
if (v.is(Report, answer)) {
  const { vulnerabilities } = v.parse(Report, answer);
  const found = Object.entries(vulnerabilities).filter(([, { severity }]) => serious.includes(severity));
  for (const [name, { severity, range, via }] of found) {
    console.error(`${name} ${range} (${severity}): ${adviceOf(via)}`);
  }
  if (found.length === 0) console.log('audit: no serious fault is known in the packages of the product');
  process.exitCode = found.length === 0 ? 0 : 1;
} else {
  warnUnchecked('whether a serious fault is known in any package of the product', answer);
}

/** Has the numbering plans: a phone number of an area code that is newer is refused. */
const plans = 'libphonenumber-js';
const oldDays = 60;
const Manifest = v.object({ version: v.string() });

const { version } = v.parse(
  Manifest,
  JSON.parse(readFileSync(new URL(`../../../node_modules/${plans}/package.json`, import.meta.url), 'utf8')),
);
const times = asked('view', plans, 'time');
const published = v.safeParse(v.record(v.string(), v.string()), times);
const since = published.success ? published.output[version] : undefined;
if (since === undefined)
  warnUnchecked(`how old ${plans} ${version} is (an old one refuses new area codes)`, times);
else {
  const days = Math.floor((Date.now() - Date.parse(since)) / 86_400_000);
  // Not a failure: the same sources would pass on one day and fail on the next.
  if (days > oldDays)
    console.warn(`audit: ${plans} ${version} is ${days} days old. Update it, or new area codes are refused`);
}
