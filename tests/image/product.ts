import { ok } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { migrate } from '../../server/data/db/migrate.ts';
import { openPostgres } from '../../server/data/db/open.ts';
import { pagesPdf } from '../support/files/pdfs.ts';
import { jobReport } from '../support/server/jobs.ts';
import { liveCall } from '../support/server/liveCall.ts';
import { people, projectId, savePeople } from '../support/server/people.ts';
import { newPlace, startStores } from '../support/server/twoProcesses.ts';
import { type PublishedKeys, publishKeys } from './publishedKeys.ts';

/** What the server of production needs around it. */
export type Surroundings = {
  keys: PublishedKeys;
  /** Returns the settings of a server that reaches this machine by the address `machine`; the certificate is in a file. */
  settings(machine: string, certificate: string): Record<string, string>;
  stop(): Promise<void>;
};

/** Starts PostgreSQL with the users of the tests, a bucket, and Google's keys. */
export async function startSurroundings(): Promise<Surroundings> {
  const [stores, keys] = await Promise.all([startStores(), publishKeys()]);
  const { environment } = await newPlace(stores);
  const db = await openPostgres(environment.DATABASE_URL ?? '');
  await migrate(db);
  await savePeople(db, Object.values(people), Date.now());
  await db.close();
  return {
    keys,
    settings(machine, certificate) {
      const reached = Object.entries(environment).map(([name, value]) => [
        name,
        value.replaceAll('127.0.0.1', machine),
      ]);
      return {
        ...Object.fromEntries(reached),
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_API_KEY: 'any',
        MAIL_FROM: 'EV Jobs <jobs@example.com>',
        PUBLIC_URL: 'https://jobs.example.com',
        VAPID_SUBJECT: 'mailto:jobs@example.com',
        NODE_USE_ENV_PROXY: '1',
        HTTPS_PROXY: `http://${machine}:${keys.proxyPort}`,
        NO_PROXY: machine,
        NODE_EXTRA_CA_CERTS: certificate,
      };
    },
    async stop() {
      keys.close();
      await stores.stop();
    },
  };
}

async function get(url: string, token = ''): Promise<Response> {
  const response = await fetch(url, { headers: token === '' ? {} : { authorization: `Bearer ${token}` } });
  ok(response.ok, `${new URL(url).pathname} answered ${response.status}: ${await response.clone().text()}`);
  return response;
}

/** A photo that was taken upright, of 48 megapixels: decoded, it is larger than what its decoder writes to a temporary file. */
async function largePhoto(): Promise<Buffer> {
  const background = { r: 40, g: 90, b: 160 };
  const plain = sharp({ create: { width: 8000, height: 6000, channels: 3, background } });
  return plain.withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

async function reportWithFiles(origin: string, token: string) {
  const form = new FormData();
  form.append('job', JSON.stringify(jobReport()));
  const files = {
    'roof.jpeg': ['image/jpeg', await largePhoto()],
    'plan.pdf': ['application/pdf', pagesPdf(1)],
  } as const;
  for (const [name, [type, bytes]] of Object.entries(files))
    form.append('attachments', new Blob([new Uint8Array(bytes)], { type }), name);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/api/jobs/report`, { method: 'POST', headers, body: form });
  const text = await response.text();
  ok(response.ok, `the report of a job answered ${response.status}: ${text}`);
  return JSON.parse(text).body as { jobId: string; attachments: { key: string; name: string }[] };
}

/**
 * Checks health, the app, a call with a signed token, and the previews of a photo and a PDF.
 *
 * @returns milliseconds of the slower preview
 */
export async function checkProduct(origin: string, { token }: PublishedKeys): Promise<number> {
  for (const path of ['/api/healthz', '/api/readyz']) await get(origin + path);
  const page = await (await get(`${origin}/`)).text();
  const [script] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  ok(script, 'the app’s page names no script');
  await get(origin + script);
  const client = await token(people.client);
  const { jobId, attachments } = await reportWithFiles(origin, client);
  const job = await liveCall(origin, client, 'job', { params: { jobId } });
  ok(job.attachments.length === 2, 'the job has not both files');
  const began = performance.now();
  for (const { key } of attachments) {
    let response: Response;
    do {
      response = await get(`${origin}/api/attachments/${key}/preview/page`, client);
      if (response.status === 202) await wait(500);
    } while (response.status === 202 && performance.now() - began < 60_000);
    ok(response.headers.get('content-type') === 'image/webp', `a preview is ${response.status}`);
  }
  return performance.now() - began;
}
