import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Office } from '../browser/support/outbox/office.ts';
import { AppUser } from '../support/engines/appUser.ts';
import { chromiumEngine } from '../support/engines/chromium.ts';
import { type Engine, type Size, viewports } from '../support/engines/engine.ts';
import { firefoxEngine } from '../support/engines/firefox.ts';
import { webkitEngine } from '../support/engines/webkit.ts';
import { startFaultProxy } from '../support/network/faultProxy.ts';
import { startStack } from '../support/server/stack.ts';
import { annotations } from './stories/annotations.ts';
import { askedShots } from './stories/asked-shots.ts';
import { comparedSets } from './stories/compared-sets.ts';
import { desk } from './stories/desk.ts';
import { drawing } from './stories/drawing.ts';
import { earlyForm } from './stories/early-form.ts';
import { formWithFiles } from './stories/form-with-files.ts';
import { jobSheet } from './stories/job-sheet.ts';
import { leftWindow } from './stories/left-window.ts';
import { longMessage } from './stories/long-message.ts';
import { mainStory } from './stories/main-story.ts';
import { offlineStart } from './stories/offline-start.ts';
import { openJobs } from './stories/open-jobs.ts';
import { photoSlot } from './stories/photo-slot.ts';
import { planFiles } from './stories/plan-files.ts';
import { planSet } from './stories/plan-set.ts';
import { queuedReply } from './stories/queued-reply.ts';
import { seals } from './stories/seals.ts';
import { search } from './stories/search.ts';
import { signOut } from './stories/sign-out.ts';
import { staffNotes } from './stories/staff-notes.ts';
import { surfaces } from './stories/surfaces.ts';
import { viewer } from './stories/viewer.ts';
import { writtenTime } from './stories/written-time.ts';
import type { Story } from './story.ts';

/**
 * `npm test -- engines`: every story in every engine on every screen, each once, with a browser of its own. Filters:
 * `--engine=webkit --story=main-story --size=phone`, each also several times; `--url=…` uses a product that runs already. An engine
 * that is not installed is skipped.
 */
const engines: Record<string, Engine> = {
  chromium: chromiumEngine,
  firefox: firefoxEngine,
  webkit: webkitEngine,
};
const stories: Record<string, Story> = {
  'main-story': mainStory,
  'form-with-files': formWithFiles,
  drawing,
  surfaces,
  desk,
  'offline-start': offlineStart,
  'queued-reply': queuedReply,
  'left-window': leftWindow,
  'long-message': longMessage,
  annotations,
  search,
  'photo-slot': photoSlot,
  'asked-shots': askedShots,
  viewer,
  'open-jobs': openJobs,
  'plan-set': planSet,
  'plan-files': planFiles,
  'compared-sets': comparedSets,
  'written-time': writtenTime,
  'staff-notes': staffNotes,
  'job-sheet': jobSheet,
  'sign-out': signOut,
  'early-form': earlyForm,
  seals,
};
const results = join('node_modules', '.cache', 'engine-results');
const storyLimitMs = 300_000;
/** Distinguishes the jobs of this run: a product that runs already may have those of an earlier one. */
const runName = Date.now().toString(36).slice(-5);

const multiple = { type: 'string', multiple: true } as const;
const { values } = parseArgs({
  options: { engine: multiple, story: multiple, size: multiple, url: { type: 'string' } },
});

/** Returns the filtered entries, or all. */
function chosen(
  kind: string,
  all: readonly string[],
  asked: readonly string[] | undefined,
): readonly string[] {
  const unknown = asked?.find((name) => !all.includes(name));
  if (unknown) throw new Error(`There is no ${kind} “${unknown}”; there are ${all.join(', ')}.`);
  return asked ?? all;
}

const engineNames = chosen('engine', Object.keys(engines), values.engine);
const storyNames = chosen('story', Object.keys(stories), values.story);
const sizes = chosen('size', Object.keys(viewports), values.size) as readonly Size[];

/** Browsers log each failed request, and each response cut while the worker passed it on; the app handles them. */
const aboutNetwork =
  /ServiceWorker passed an Error Response|ServiceWorker intercepted the request and|served by service worker is an error/;

/**
 * Firefox logs each read that is ended by leaving its page, where the worker passes it on; it says so of other failures too. They are
 * counted.
 */
const ofLeftPage =
  /^Failed to load \S+\/api\/\S+ A ServiceWorker intercepted the request and encountered an unexpected/;

type Run = { story: string; engine: string; size: Size };
type Outcome = Run & { seconds: number; error: Error | null };

async function withLimit(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(late.reject, storyLimitMs, new Error(`Not done within ${storyLimitMs / 1000} s.`));
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

async function play({ story, engine, size }: Run, url: string): Promise<void> {
  const tell = stories[story] as Story;
  const tag = `${story} ${engine} ${size} ${runName}`;
  const pictures = join(results, `${story}-${engine}-${size}`);
  await rm(pictures, { recursive: true, force: true });
  await mkdir(pictures, { recursive: true });
  const profile = await mkdtemp(join(tmpdir(), 'ev-jobs-engine-'));
  const proxy = await startFaultProxy(url);
  const office = await Office.open(url);
  const job = await office.newJob(tag, 1);
  const user = new AppUser({ engine: engines[engine] as Engine, size, profile, url: proxy.url, pictures });
  try {
    await user.open();
    await withLimit(tell({ user, job, office, proxy, tag }));
    const wasCut = proxy.applied.has('dead');
    const said = user.window.errors().filter((error) => !(wasCut && aboutNetwork.test(error)));
    const errors = said.filter((error) => !ofLeftPage.test(error));
    const left = said.length - errors.length;
    if (left > 0)
      console.log(`${tag}: the worker failed to pass on ${left} reads, as of a page that was left.`);
    if (errors.length > 0) throw new Error(`The page has errors:\n${errors.join('\n')}`);
  } catch (error) {
    await user.picture('failed').catch(() => undefined);
    throw error;
  } finally {
    await user.close().catch((error) => console.error(`The browser did not end: ${error}`));
    await proxy.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function playAll(url: string, available: readonly string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const engine of available) {
    for (const story of storyNames) {
      for (const size of sizes) {
        const begun = performance.now();
        const run = { story, engine, size };
        const error = await play(run, url).then(
          () => null,
          (reason: Error) => reason,
        );
        const seconds = Math.round((performance.now() - begun) / 1000);
        outcomes.push({ ...run, seconds, error });
        console.log(`${error ? 'FAILED' : 'passed'}  ${story}, ${engine}, ${size} (${seconds} s)`);
        if (error) console.error(error);
      }
    }
    await engines[engine]?.stop();
  }
  return outcomes;
}

function printTable(outcomes: readonly Outcome[], available: readonly string[]): void {
  const columns = available.flatMap((engine) => sizes.map((size) => ({ engine, size })));
  const rows = storyNames.map((story) => [
    story,
    ...columns.map(({ engine, size }) => {
      const one = outcomes.find(
        (each) => each.story === story && each.engine === engine && each.size === size,
      );
      return one ? (one.error ? 'FAILED' : `${one.seconds} s`) : '';
    }),
  ]);
  for (const row of [['', ...columns.map(({ engine, size }) => `${engine} ${size}`)], ...rows]) {
    console.log(row.map((cell, column) => cell.padEnd(column === 0 ? 16 : 15)).join(' '));
  }
}

// The children end with this process, also when it is told to end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const available = engineNames.filter((name) => {
  const missing = engines[name]?.missing();
  if (missing) console.log(`Skipped: ${missing}`);
  return !missing;
});
const stack = values.url ? null : await startStack({ seed: true });
const outcomes = await playAll(values.url ?? stack?.url ?? '', available);
await stack?.stop({ remove: true });
console.log();
printTable(outcomes, available);
const failed = outcomes.filter(({ error }) => error);
console.log(
  `\n${outcomes.length - failed.length} passed, ${failed.length} failed; pictures are in ${results}.`,
);
process.exit(failed.length === 0 && outcomes.length > 0 ? 0 : 1);
