import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppOptions, buildApp } from '../../../server/app.ts';
import { emulatorVerifier } from '../../../server/auth/auth.ts';
import type { Database } from '../../../server/data/db/db.ts';
import { type Emulator, startEmulator } from '../../../server/emulator/emulator.ts';
import { openFolder } from '../../../server/files/folder.ts';
import { admin, client, people } from '../../../server/seed/people.ts';
import { seed, seedProgress } from '../../../server/seed/seed.ts';
import { emulatorProjectId } from '../../../server/settings/config.ts';
import {
  deliveryModes,
  deliveryPriorities,
  jobStatuses,
  jobTypes,
  priorities,
  services,
  wireValues,
} from '../../../src/contract/enums.ts';
import { fileKind } from '../../../src/contract/files/fileKind.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { isAll } from '../../support/amount.ts';
import { newDatabase, type TestDatabase } from '../../support/database/databases.ts';
import { callOf } from '../../support/server/call.ts';
import { emulatorClaims } from '../../support/server/emulatorClaims.ts';
import { tokenOf } from '../../support/server/people.ts';
import { freePort } from '../../support/server/stack.ts';

let folder = '';
let emulator: Emulator;
let database: TestDatabase;
let app: Awaited<ReturnType<typeof buildApp>>;
let options: AppOptions;
let call: ReturnType<typeof callOf>;
const jobs: Job[] = [];
const details: JobDetails[] = [];
const messages: Message[] = [];

function as({ email }: { email: string }) {
  return { token: tokenOf({ email, uid: email, verified: true }, Date.now(), emulatorClaims) };
}

/** The disk fails for good after so many files. */
function failingAfter(count: number, { files }: AppOptions): AppOptions['files'] {
  let left = count;
  return {
    ...files,
    async put(key, stream) {
      if (left === 0) throw new Error('The disk is gone.');
      left -= 1;
      return files.put(key, stream);
    },
  };
}

async function rowCounts(db: Database): Promise<Record<string, number>> {
  const tables = ['users', 'jobs', 'messages', 'attachments', 'deliverables', 'history', 'audit'];
  const counts = await Promise.all(
    tables.map(async (table) => {
      // What the end of retention took, it takes when its time comes.
      const which = table === 'audit' ? `where action <> 'retention'` : '';
      const [row] = await db.query<{ count: number }>(`select count(*)::int as count from ${table} ${which}`);
      return [table, row?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ev-seed-'));
  const port = await freePort();
  const accountsFile = join(folder, 'accounts.json');
  emulator = await startEmulator({ projectId: emulatorProjectId, port, accountsFile }, () => {});
  database = await newDatabase('pglite');
  options = {
    db: database.db,
    files: await openFolder(join(folder, 'files')),
    mail: {
      async send() {
        throw new Error('The demo data writes no emails.');
      },
      async close() {},
    },
    verifyToken: emulatorVerifier(emulatorProjectId),
    publicUrl: 'http://localhost:8080',
    log: { level: 'error' },
    rateLimit: false,
    emulator: { url: `http://127.0.0.1:${port}`, projectId: emulatorProjectId },
  };
  app = await buildApp(options);
  call = callOf(
    (request) => app.inject(request),
    (who) => (who !== null && typeof who === 'object' ? who.token : null),
  );
});

afterAll(async () => {
  await app.close();
  await emulator.stop();
  await database.end();
  await rm(folder, { recursive: true, force: true });
});

it.runIf(isAll)('an interrupted seed is continued, with the same result', async () => {
  const progress = join(folder, 'seed.json');
  const quiet = { ...options, log: false as const, files: failingAfter(35, options) };
  await expect(seed(quiet, progress, () => {})).rejects.toThrow('of the demo data was refused');
  const begun = await seedProgress(progress);
  expect(begun?.state).toBe('begun');
  expect((await rowCounts(database.db)).jobs).toBeGreaterThan(10);

  expect(await seed(options, progress, () => {})).toBe(true);
  expect(await seedProgress(progress)).toEqual({ state: 'done', startedAt: begun?.startedAt });

  const other = await newDatabase('pglite');
  await seed({ ...options, db: other.db }, join(folder, 'other.json'), () => {});
  expect(await rowCounts(database.db)).toEqual(await rowCounts(other.db));
  await other.end();
});

it.runIf(isAll)('the demo data is made once, and nobody is notified of it', async () => {
  const progress = join(folder, 'seed.json');
  expect(await seed(options, progress, () => {})).toBe(true);
  expect((await seedProgress(progress))?.state).toBe('done');
  const made = await rowCounts(database.db);
  expect(await database.db.query('select 1 from events where to_notify')).toEqual([]);
  expect(await database.db.query("select 1 from tasks where kind in ('email', 'push')")).toEqual([]);

  expect(await seed(options, progress, () => expect.unreachable('it is done already'))).toBe(true);
  expect(await rowCounts(database.db)).toEqual(made);
});

it.runIf(isAll)('a database with users is not changed', async () => {
  expect(await seed(options, join(folder, 'unknown.json'), () => expect.unreachable())).toBe(false);
});

it.runIf(isAll)('without the emulator, nothing is made', async () => {
  expect(await seed({ ...options, emulator: undefined }, join(folder, 'unknown.json'), () => {})).toBe(false);
});

describe.runIf(isAll)('the demo data', () => {
  beforeAll(async () => {
    for (let startAfter: string | null = ''; startAfter !== null; ) {
      const body = { username: admin.email, ...(startAfter ? { startAfter } : {}) };
      const page: { items: Job[]; startAfter: string | null } = (await call('jobs', { as: as(admin), body }))
        .answer;
      jobs.push(...page.items);
      startAfter = page.startAfter;
    }
    for (const { jobId } of jobs) {
      details.push((await call('job', { as: as(admin), params: { jobId } })).answer);
      messages.push(...(await call('conversation', { as: as(admin), params: { jobId } })).answer);
    }
  });

  const seen = <T>(values: readonly T[]) => [...new Set(values)].sort();
  const all = (table: Record<string, string>) => wireValues(table).sort();

  it('has 60 jobs of every status, type, service, delivery and priority', () => {
    expect(jobs).toHaveLength(60);
    expect(seen(jobs.map((job) => job.status))).toEqual(all(jobStatuses));
    expect(seen(jobs.map((job) => job.jobType))).toEqual(all(jobTypes));
    expect(seen(jobs.map((job) => job.jobPriority))).toEqual(all(priorities));
    expect(seen(jobs.flatMap((job) => job.jobEVService.flatMap((entry) => entry.evServices)))).toEqual(
      all(services),
    );
    expect(seen(jobs.map((job) => job.category))).toEqual(['OTHER', 'REVISION', 'RE_STAMP', 'STAMP']);
  });

  it('has every delivery mode at every speed, and every status on every type of property', () => {
    const deliveries = wireValues(deliveryModes).flatMap((mode) =>
      wireValues(deliveryPriorities).map((priority) => `${mode} ${priority}`),
    );
    expect(seen(jobs.map((job) => `${job.jobDeliveryMode} ${job.deliveryPriority}`))).toEqual(
      deliveries.sort(),
    );
    const onTypes = wireValues(jobStatuses).flatMap((status) =>
      wireValues(jobTypes).map((jobType) => `${status} ${jobType}`),
    );
    expect(seen(jobs.map((job) => `${job.status} ${job.jobType}`))).toEqual(onTypes.sort());
  });

  it('has two client companies, assigned jobs and unassigned ones, revisions and tracking numbers', () => {
    expect(seen(jobs.map((job) => job.jobReporterDetails.company))).toHaveLength(2);
    expect(seen(jobs.map((job) => job.assignedTo))).toHaveLength(3);
    expect(jobs.some((job) => job.assignedTo === '' && job.status === 'IN_PROGRESS')).toBe(true);
    expect(jobs.filter((job) => job.revisionOf !== null).length).toBeGreaterThan(2);
    expect(jobs.filter((job) => job.trackingNumber !== '').length).toBeGreaterThan(2);
  });

  it('is spread over the past weeks, newest first, and nothing is in the future', () => {
    const now = Date.now() / 1000;
    const times = jobs.map((job) => job.createdTimestamp);
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(now - Math.min(...times)).toBeGreaterThan(28 * 86_400);
    for (const job of jobs) expect(job.updatedTimestamp).toBeLessThanOrEqual(now);
    for (const message of messages) expect(message.createdTimestamp).toBeLessThanOrEqual(now);
  });

  it('has a history on every job', () => {
    for (const job of details) expect(job.history.length, job.jobCode).toBeGreaterThan(0);
    expect(seen(details.flatMap((job) => job.history.map((entry) => entry.field)))).toEqual(
      expect.arrayContaining(['assignedTo', 'job', 'status']),
    );
  });

  it('has deliverables of every mode on completed jobs, some superseded, some without a file', () => {
    const results = details.flatMap((job) => job.deliverables);
    expect(seen(results.map((result) => result.deliveryMode))).toEqual(all(deliveryModes));
    expect(results.filter((result) => result.superseded).length).toBeGreaterThan(2);
    expect(results.filter((result) => result.revision === 2).length).toBeGreaterThan(2);
    expect(results.some((result) => result.file === null)).toBe(true);
    expect(results.some((result) => result.trackingNumber !== '')).toBe(true);
    for (const { status, deliverables } of details) if (deliverables[0]) expect(status).toBe('COMPLETED');
  });

  it('has conversations in which either side waits for the other', () => {
    const fresh = messages.filter((message) => message.status === 'NEW');
    expect(fresh.some((message) => message.fromUserType === 'CLIENT')).toBe(true);
    expect(fresh.some((message) => message.toUserId === client.email)).toBe(true);
    expect(messages.some((message) => message.status === 'ADDRESSED')).toBe(true);
    expect(messages.some((message) => Object.keys(message.fileAttachmentsInfo).length > 0)).toBe(true);
  });

  it('has jobs that are overdue, due today and due later, and reasons for holds and cancellations', () => {
    const now = Date.now() / 1000;
    const open = jobs.filter((job) => job.status === 'IN_PROGRESS');
    const ends = open.map((job) => (job.due?.end ?? 0) - now);
    expect(ends.filter((seconds) => seconds < 0).length).toBeGreaterThan(1);
    expect(ends.filter((seconds) => seconds > 0 && seconds < 86_400).length).toBeGreaterThan(1);
    expect(ends.filter((seconds) => seconds > 86_400).length).toBeGreaterThan(5);
    for (const job of jobs.filter(({ status }) => status === 'ON_HOLD' || status === 'CANCELLED'))
      expect(job.statusReason, job.jobCode).not.toBe('');
  });

  it('has users of every type, one of them pending approval', async () => {
    const listed = (await call('profiles', { as: as(admin), body: {} })).answer.items;
    expect(seen(listed.map((person) => person.email))).toEqual(seen(people.map((person) => person.email)));
    expect(listed.filter((person) => !person.userApproved).map((person) => person.email)).toEqual([
      'pending@ev.test',
    ]);
    for (const { email, userType } of people) {
      expect(listed.find((person) => person.email === email)?.userType).toBe(userType);
    }
  });

  async function bytesOf({ key, fileName }: { key: string; fileName: string }): Promise<Buffer> {
    return (await call('attachment', { as: as(admin), params: { key, fileName } })).bytes;
  }

  async function filesNamed(ending: string): Promise<Buffer[]> {
    const files = details.flatMap((job) => job.attachments).filter((file) => file.fileName.endsWith(ending));
    expect(files.length).toBeGreaterThan(5);
    return Promise.all(files.slice(0, 12).map(bytesOf));
  }

  it('has PDF files whose table of contents is right', async () => {
    for (const bytes of await filesNamed('.pdf')) {
      expect(fileKind(bytes)).toBe('application/pdf');
      const text = bytes.toString('latin1');
      const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
      expect(text.slice(start, start + 5)).toBe('xref\n');
      const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map((line) => Number(line[1]));
      expect(offsets).toHaveLength(7);
      for (const [index, offset] of offsets.entries()) {
        expect(text.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
      }
      const [, length, stream] = /<< \/Length (\d+) >>\nstream\n(.*)\nendstream/s.exec(text) ?? [];
      expect(stream).toHaveLength(Number(length));
    }
  });

  it('has PNG files with every pixel', async () => {
    for (const bytes of await filesNamed('.png')) {
      expect(fileKind(bytes)).toBe('image/png');
      const data = bytes.indexOf('IDAT');
      const pixels = inflateSync(bytes.subarray(data + 4, data + 4 + bytes.readUInt32BE(data - 4)));
      expect(pixels.length).toBe((bytes.readUInt32BE(16) + 1) * bytes.readUInt32BE(20));
    }
  });

  it('has ZIP files with entries', async () => {
    for (const bytes of await filesNamed('.zip')) {
      expect(fileKind(bytes)).toBe('application/zip');
      expect(bytes.readUInt16LE(bytes.indexOf('PK\x05\x06', 0, 'latin1') + 10)).toBe(3);
      for (const name of ['calculations.pdf', 'roof-plan.png', 'readme.txt']) {
        expect(bytes.includes(name)).toBe(true);
      }
    }
  });
});
