import { createHash, randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { migrate } from '../../server/data/db/migrate.ts';
import { openPostgres } from '../../server/data/db/open.ts';
import { seedPassword } from '../../server/seed/people.ts';
import { uploadsPath } from '../../src/contract/files/uploads.ts';
import { clientEmail, Office } from '../browser/support/outbox/office.ts';
import { startPostgres } from '../support/database/postgres.ts';
import { type SlowLine, startSlowLine } from '../support/network/slowLine.ts';
import { findBrowser } from '../support/run/findBrowser.ts';
import { emulatorClaims } from '../support/server/emulatorClaims.ts';
import { jobReport, messageOf } from '../support/server/jobs.ts';
import { liveCall } from '../support/server/liveCall.ts';
import { people, savePeople, tokenOf } from '../support/server/people.ts';
import { freePort, newDataDir, startBareServer, startStack } from '../support/server/stack.ts';

/**
 * Uploads a large file in a real browser on a slow connection that is cut all the time, and reloads twice; then uploads many large
 * files at once to one server, whose memory is watched. `MB=20 RATE=8 CUT_SECONDS=5 AT_ONCE=5 npm test -- big-files` is a short
 * run. Ends with an error if a file arrives changed, if more than a tenth of the bytes was sent twice, or if memory grew by 50 MB.
 */
const mebibyte = 1024 * 1024;
const bytes = Number(process.env.MB ?? 100) * mebibyte;
/** Mbit/s. */
const rate = Number(process.env.RATE ?? 1);
const cutSeconds = Number(process.env.CUT_SECONDS ?? 20);
const atOnce = Number(process.env.AT_ONCE ?? 20);
const bytesEach = Number(process.env.MB_EACH ?? process.env.MB ?? 100) * mebibyte;
const cutForMs = 1000;

const say = (words: string) => process.stdout.write(`${words}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
const megabytes = (count: number) => `${(count / mebibyte).toFixed(1)} MB`;

function pdfOf(size: number): Buffer<ArrayBuffer> {
  const head = Buffer.from('%PDF-1.7\n');
  return Buffer.concat([head, randomBytes(size - head.length)]);
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email', { exact: true }).fill(clientEmail);
  await page.getByLabel('Password', { exact: true }).fill(seedPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Cuts the connection again and again until the returned function is called, which returns how often. */
function keepCutting(line: SlowLine): () => number {
  let cuts = 0;
  const timer = setInterval(() => {
    line.cut(cutForMs);
    cuts += 1;
  }, cutSeconds * 1000);
  return () => {
    clearInterval(timer);
    return cuts;
  };
}

async function onBadConnection(): Promise<boolean> {
  const stack = await startStack({ seed: true });
  const line = await startSlowLine(stack.url);
  const office = await Office.open(stack.url);
  const job = await office.newJob('Big file', 0);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const path = join(tmpdir(), `survey-${process.pid}.pdf`);
  const file = pdfOf(bytes);
  await writeFile(path, file);
  try {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(120_000);
    await signIn(page, line.url);
    await page.goto(`${line.url}/messages?chat=${job.jobId}`);
    await page.getByPlaceholder('Type your message…').fill('The survey');
    await page.getByLabel('Files to attach').setInputFiles(path);
    await page.getByText('1 attached').waitFor();
    line.bitsPerSecond = rate * 1e6;
    const before = line.up();
    const began = performance.now();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const stopCutting = keepCutting(line);
    const sent = () => line.up() - before;
    const leastMs = (bytes * 8) / (rate * 1000);
    let reloads = 0;
    let loggedAt = began;
    let arrived: string[] = [];
    while (arrived.length === 0) {
      if (performance.now() - began > 3 * leastMs + 120_000)
        throw new Error(`Only ${megabytes(sent())} went up.`);
      if (reloads < 2 && sent() > ((reloads + 1) * bytes) / 3) {
        reloads += 1;
        await page.reload({ waitUntil: 'commit' });
      }
      await wait(500);
      if (performance.now() - loggedAt > 30_000) {
        loggedAt = performance.now();
        say(`  ${megabytes(sent())} after ${seconds(loggedAt - began)}`);
      }
      arrived = (await office.arrived(job.jobId)).flatMap(({ sha256 }) => sha256);
    }
    const ms = performance.now() - began;
    const cuts = stopCutting();
    const isEqual = arrived.join() === createHash('sha256').update(file).digest('hex');
    const share = bytes / sent();
    say(
      `${megabytes(bytes)} over ${rate} Mbit/s: ${cuts} cuts, ${reloads} reloads, ${seconds(ms)} (the line alone needs ${seconds(leastMs)}); ` +
        `${megabytes(sent())} went up, all requests of the app among them: ${(share * 100).toFixed(1)} % of it the file; ` +
        `the hash is ${isEqual ? 'equal' : 'ANOTHER'}`,
    );
    return isEqual && share >= 0.9;
  } finally {
    await browser.close();
    await line.close();
    await stack.stop({ remove: true });
    await rm(path, { force: true });
  }
}

type Target = { url: string; token: string; jobId: string; as: 'client' | 'otherClient' };

/**
 * Sends a file as the app does: pieces one after the other, each with its hash, then the message.
 *
 * @returns whether it arrived whole
 */
async function sendInPieces(
  { url, token, jobId, as }: Target,
  size: number,
  pieceBytes: number,
): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const piece = pdfOf(pieceBytes);
  const whole = createHash('sha256');
  const made = await fetch(`${url}/api${uploadsPath}`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(size), 'upload-metadata': `filename ${btoa('plan.pdf')}` },
  });
  if (made.status !== 201) throw new Error(`It was not made: ${made.status} ${await made.text()}`);
  const id = made.headers.get('location')?.split('/').at(-1) ?? '';
  for (let at = 0; at < size; at += pieceBytes) {
    const body = piece.subarray(0, Math.min(pieceBytes, size - at));
    whole.update(body);
    const answer = await fetch(`${url}/api${uploadsPath}/${id}`, {
      method: 'PATCH',
      body,
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(at),
        'upload-checksum': `sha256 ${createHash('sha256').update(body).digest('base64')}`,
      },
    });
    if (answer.status !== 204)
      throw new Error(`A piece was refused: ${answer.status} ${await answer.text()}`);
  }
  const key = crypto.randomUUID();
  for (;;) {
    const form = new FormData();
    for (const [name, value] of Object.entries(messageOf(jobId, as, key))) form.append(name, String(value));
    form.append('uploads', JSON.stringify([id]));
    const answer = await fetch(`${url}/api/jobs/update`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    });
    // The server is still assembling it: the app asks again as well, after a while.
    if (answer.status === 409) {
      await wait(1000);
      continue;
    }
    if (!answer.ok) throw new Error(`The message was refused: ${answer.status} ${await answer.text()}`);
    const { communication } = (await answer.json()).body;
    const [link] = Object.values<{ link: string }>(communication.fileAttachmentsInfo);
    const read = await fetch(`${url}/api${link?.link}`, { headers: { authorization: `Bearer ${token}` } });
    const came = createHash('sha256');
    for await (const part of read.body ?? []) came.update(part);
    return came.digest('hex') === whole.digest('hex');
  }
}

async function manyAtOnce(): Promise<boolean> {
  const postgres = await startPostgres();
  const dataDir = await newDataDir(false);
  const metricsPort = await freePort();
  const databaseUrl = `${postgres.url}/postgres`;
  const db = await openPostgres(databaseUrl);
  await migrate(db);
  await savePeople(db, Object.values(people), Date.now());
  await db.close();
  const server = await startBareServer({
    METRICS_PORT: String(metricsPort),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  });
  const url = server.origin;
  async function residentBytes(): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
  }
  try {
    /** Two users, because the pending uploads of one are limited. */
    const targets: Target[] = [];
    for (const as of ['client', 'otherClient'] as const) {
      const token = tokenOf(people[as], Date.now(), emulatorClaims);
      const body = jobReport({ jobReporter: people[as].email });
      const { jobId } = await liveCall(url, token, 'reportJob', { body });
      targets.push({ url, token, jobId, as });
    }
    /** Half of them like a slow connection, half like a fast one. */
    const all = (size: number) =>
      Promise.all(
        Array.from({ length: atOnce }, (_, n) =>
          sendInPieces(targets[n < atOnce / 2 ? 0 : 1] as Target, size, n % 2 ? 4 * mebibyte : mebibyte / 4),
        ),
      );
    await all(8 * mebibyte);
    await wait(2000);
    const before = await residentBytes();
    let most = before;
    const timer = setInterval(() => {
      // On a very busy machine a sample may fail; the next one is soon.
      void residentBytes().then(
        (now) => {
          most = Math.max(most, now);
        },
        () => undefined,
      );
    }, 250);
    const began = performance.now();
    const came = await all(bytesEach);
    clearInterval(timer);
    const whole = came.filter(Boolean).length;
    const growth = most - before;
    say(
      `${atOnce} × ${megabytes(bytesEach)} at once: ${whole} came whole in ${seconds(performance.now() - began)}; ` +
        `the server had ${megabytes(before)} after the warm-up and grew by at most ${megabytes(growth)}`,
    );
    return whole === atOnce && growth < 50 * mebibyte;
  } finally {
    await server.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const parts = { line: onBadConnection, memory: manyAtOnce };
const asked = process.argv.slice(2);
let isGood = true;
for (const [name, part] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(name)) isGood = (await part()) && isGood;
}
process.exitCode = isGood ? 0 : 1;
