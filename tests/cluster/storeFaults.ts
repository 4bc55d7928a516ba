import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../server/data/db/open.ts';
import { openBucket } from '../../server/files/bucket.ts';
import { isFileKey } from '../../server/files/files.ts';
import { s3Bucket as openS3 } from '../../server/files/s3.ts';
import { pdfSheet } from '../../server/seed/pdf.ts';
import { checkStore } from '../../server/uploads/checkStore.ts';
import type { JobDetails } from '../../src/contract/jobs/jobDetails.ts';
import { filesOf, type Message } from '../../src/contract/messages/message.ts';
import { readChosenFile } from '../../src/outbox/records/fileBytes.ts';
import { startPostgres } from '../support/database/postgres.ts';
import { s3Bucket, s3Environment, startS3 } from '../support/files/s3.ts';
import {
  adminEmail,
  call,
  callAt,
  clientEmail,
  messageForm,
  registerPeople,
  report,
} from '../support/network/outsider.ts';
import { type StoreFault, startStoreProxy } from '../support/network/storeProxy.ts';
import { freePort, newDataDir, startBareServer } from '../support/server/stack.ts';
import { startLoad } from './load.ts';
import { patienceMs, readOnce, startReader } from './reader.ts';
import { until } from './until.ts';

/**
 * Has the bucket be slow, cut, silent and away, and forget a file, under load: one server, with devices and a writer that send messages
 * with and without files, and users who read files. Prints what senders and readers get, and what `/api/readyz` and the metrics say.
 * `FAULTS` names some; `S3=swift` takes OpenStack Swift in place of S3rver.
 */
const kilobyte = 1024;
const prefix = 'drill/';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function pdf(title: string, bytes: number): Buffer<ArrayBuffer> {
  const sheet = pdfSheet(title, []);
  // A comment; random, so that no two files are equal.
  const rest = Buffer.from(`\n%${randomBytes(Math.max(0, bytes - sheet.length)).toString('hex')}`);
  return Buffer.concat([sheet, rest.subarray(0, bytes - sheet.length)]);
}

type Drill = { seconds: number; fault: StoreFault };
const drills: Record<string, Drill> = {
  'each answer 3 s late': { seconds: 30, fault: { kind: 'late', ms: 3000 } },
  '20 KB/s': { seconds: 30, fault: { kind: 'slow', bytesPerSecond: 20 * kilobyte } },
  'uploads cut': { seconds: 20, fault: { kind: 'cut', way: 'up', bytes: 16 * kilobyte } },
  'downloads cut': { seconds: 20, fault: { kind: 'cut', way: 'down', bytes: 2 * kilobyte } },
  refused: { seconds: 30, fault: { kind: 'refused' } },
  // Longer than its client waits.
  silent: { seconds: 45, fault: { kind: 'silent' } },
};
/** Each response in time, whatever the store does: the longest of its own time limits, and what a busy machine adds. */
const limitsMs: Record<string, number> = {
  file: 40_000,
  preview: 10_000,
  readyz: 8000,
  metrics: 5000,
  healthz: 4000,
};
const mostSecondsWithoutMessage = 6;
/** All that a read may get while the store has a fault: all bytes, a visible end before, or a 503; a preview also a time to wait. */
const mayBe = /^(200(, broken off)?|202.*|503 .*)$/;

const faults: string[] = [];
const postgres = await startPostgres();
const s3 = await startS3();
const proxy = await startStoreProxy(s3.endpoint);
const dataDir = await newDataDir(false);
const metricsPort = await freePort();
const databaseUrl = `${postgres.url}/postgres`;
const server = await startBareServer({
  ...s3Environment,
  DATABASE_URL: databaseUrl,
  FILES_URL: `s3://${s3Bucket}/${prefix}?endpoint=${proxy.url}`,
  DATA_DIR: dataDir,
  ADMIN_EMAIL: adminEmail,
  METRICS_PORT: String(metricsPort),
});
/** Hashes of the files that were sent, by their message. */
const sent = new Map<string, string>();
/** Kilobytes: the small ones go with their message, the others in chunks before it. */
const sizes = [20, 250, 900];

/** Every third message of every second device has a file. */
async function filesFor(content: string) {
  const [device = 0, count = 0] = content.replace('device ', '').split(' ').map(Number);
  if (device % 2 === 1 || count % 3 !== 1) return [];
  const bytes = pdf(content, (sizes[((count - 1) / 3) % sizes.length] ?? 0) * kilobyte);
  sent.set(content, sha256(bytes));
  return [await readChosenFile(new File([bytes], 'plan.pdf', { type: 'application/pdf' }))];
}

async function newJob(name: string): Promise<string> {
  const body = report(name, `${name} Rd`);
  return (await call<JobDetails>({ path: '/jobs/report', body, key: name })).jobId;
}

async function messagesOf(jobId: string): Promise<Message[]> {
  return call<Message[]>({ path: `/jobs/${jobId}/communication` });
}

/** Sends a message with a file. @returns the file as it is read */
async function sendFile(jobId: string, content: string, bytes: Buffer<ArrayBuffer>) {
  const form = messageForm(jobId, content);
  form.append('attachments', new File([bytes], 'plan.pdf', { type: 'application/pdf' }));
  await call({ path: '/jobs/update', body: form, key: content });
  const [file] = (await messagesOf(jobId)).filter((one) => one.content === content).flatMap(filesOf);
  if (!file) throw new Error(`${content} has no file.`);
  return { ...file, bytes };
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

try {
  const { origin } = server;
  callAt(() => origin);
  await registerPeople();
  const jobs = await Promise.all(['ONE', 'TWO', 'THREE', 'FOUR'].map(newJob));
  const shelf = await newJob('SHELF');
  const old = await sendFile(shelf, 'an old file', pdf('old', 2048 * kilobyte));
  const fresh = [];
  for (const name of Object.keys(drills)) fresh.push(await sendFile(shelf, name, pdf(name, 60 * kilobyte)));
  const preview = (key: string) => ({ url: `${origin}/api/attachments/${key}/preview/page`, everyMs: 1000 });
  const file = { url: `${origin}/api${old.link}`, sha256: sha256(old.bytes), everyMs: 1000 };
  const zip = {
    url: `${origin}/api/evjobs/download`,
    body: { format: 'zip', jobId: shelf },
    isZip: true,
    everyMs: 1000,
  };
  await until('a preview', 60, async () => (await readOnce(clientEmail, preview(old.key))) === '200');
  const load = await startLoad({ jobs, devices: 4, origin, writers: { front: origin }, filesOf: filesFor });
  await sleep(5000);

  for (const name of process.env.FAULTS?.split(',') ?? Object.keys(drills)) {
    const drill = drills[name];
    if (!drill) continue;
    const began = performance.now();
    await proxy.set(drill.fault);
    const reader = startReader(clientEmail, {
      file,
      zip,
      preview: preview(old.key),
      'new preview': preview(fresh[Object.keys(drills).indexOf(name)]?.key ?? ''),
      readyz: { url: `${origin}/api/readyz`, everyMs: 1000 },
      healthz: { url: `${origin}/api/healthz`, everyMs: 1000 },
      metrics: { url: `http://127.0.0.1:${metricsPort}/metrics`, everyMs: 2000 },
    });
    const states = { with: new Set<string>(), without: new Set<string>() };
    const unsent = async () => (await Promise.all(load.devices.map((device) => device.unsent()))).flat();
    async function watch(): Promise<void> {
      for (const { files, state, error } of await unsent())
        states[files.length > 0 ? 'with' : 'without'].add(error ? `${state} (${error.code})` : state);
    }
    while (performance.now() < began + drill.seconds * 1000) {
      await Promise.race([sleep(250), load.broken]);
      await watch();
    }
    const gap = load.longestGap('front', began);
    const left = new Set((await unsent()).map(({ clientId }) => clientId));
    const ended = performance.now();
    await proxy.set(null);
    await until(`${name}: what waited has arrived`, 330, async () => {
      await watch();
      const refused = load.devices.flatMap((device) => device.refused);
      if (refused.length > 0) throw new Error(`${name}: ${refused[0]}`);
      return (await unsent()).every(({ clientId }) => !left.has(clientId));
    });
    const arrived = performance.now() - ended;
    for (const what of ['readyz', 'file', 'zip', 'preview', 'new preview'])
      await until(`${name}: ${what}`, 120, async () => reader.isWell(what, ended));
    await reader.stop();

    console.log(`${name}, ${drill.seconds} s`);
    console.log(
      `  messages without files: at most ${gap.toFixed(1)} s without one; ${[...states.without].join(', ')}`,
    );
    console.log(
      `  messages with files: ${[...states.with].join(', ')}; all ${left.size} that waited have arrived ${seconds(arrived)} s after it`,
    );
    for (const [what, outcomes] of reader.outcomes) {
      const said = [...outcomes].map(
        ([outcome, { count, shortestMs, longestMs }]) =>
          `${outcome} ×${count} in ${seconds(shortestMs)} to ${seconds(longestMs)} s`,
      );
      console.log(`  ${what}: ${said.join('; ')}`);
      const longest = Math.max(...[...outcomes.values()].map(({ longestMs }) => longestMs));
      if (longest > (limitsMs[what] ?? patienceMs))
        faults.push(`${name}: ${what} took ${seconds(longest)} s`);
      const wrong = [...outcomes.keys()].filter((outcome) => !mayBe.test(outcome));
      for (const outcome of wrong) faults.push(`${name}: ${what}: ${outcome}`);
    }
    if (gap > mostSecondsWithoutMessage) faults.push(`${name}: ${gap.toFixed(1)} s without a message`);
    await sleep(2000);
  }

  Object.assign(process.env, s3Environment);
  const place = { bucket: s3Bucket, region: 'us-east-1', endpoint: s3.endpoint };
  const files = await openBucket(openS3(place), prefix, `${dataDir}/direct`);
  const db = await openPostgres(databaseUrl);
  const inTwoDays = () => Date.now() + 48 * 3_600_000;

  await files.remove(old.key);
  const head = { ...file, method: 'HEAD' };
  for (const [what, read] of Object.entries({ file, head, zip, preview: preview(old.key) })) {
    const began = performance.now();
    const said = await readOnce(clientEmail, read);
    console.log(`a file is gone: ${what}: ${said} in ${seconds(performance.now() - began)} s`);
    const isRight = { file: /^404 /, head: /^404/, zip: /broken off/, preview: /^200$/ }[what]?.test(said);
    if (!isRight) faults.push(`a file is gone: ${what}: ${said}`);
  }
  const { missing, missingKeys } = await checkStore({ db, files, now: Date.now }, 'none');
  if (missing !== 1 || missingKeys[0] !== old.key) faults.push(`the check finds ${missing} missing files`);
  await files.put(
    old.key,
    (async function* () {
      yield old.bytes;
    })(),
  );
  if ((await readOnce(clientEmail, file)) !== '200') faults.push('a file that is back is not read');

  await load.end();
  faults.push(...(await load.faults(db)));
  let opened = 0;
  for (const jobId of jobs) {
    for (const message of await messagesOf(jobId)) {
      const attached = filesOf(message);
      const hash = sent.get(message.content);
      if (attached.length !== (hash === undefined ? 0 : 1))
        faults.push(`${message.content}: ${attached.length} files`);
      for (const { link } of attached) {
        const said = await readOnce(clientEmail, {
          ...file,
          url: `${origin}/api${link}`,
          sha256: hash ?? '',
        });
        if (said === '200') opened += 1;
        else faults.push(`${message.content}: its file: ${said}`);
      }
    }
  }
  const found = await checkStore({ db, files, now: inTwoDays }, 'all');
  const after = await checkStore({ db, files, now: inTwoDays }, 'none');
  if (found.missing + after.missing + after.orphaned > 0)
    faults.push(`the check finds ${JSON.stringify([found, after])}`);
  const others = (await s3.names(prefix)).filter((name) => !isFileKey(name.slice(prefix.length)));
  if (others.length > 0) faults.push(`${others.length} objects that are no files, as ${others[0]}`);
  console.log(`${load.summary()}; ${opened} of ${sent.size} files have the bytes that were sent`);
  console.log(
    `the check of the store: ${found.orphaned} unused files removed, ${after.stored} stored, ${after.orphaned} unused, ${after.missing} missing`,
  );
  await db.close();
} catch (error) {
  faults.push(String(error));
} finally {
  await server.stop();
  await proxy.close();
  await s3.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
for (const fault of faults) console.log(`Fault: ${fault}.`);
console.log(faults.length === 0 ? '0 lost, 0 doubled, 0 out of order' : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
