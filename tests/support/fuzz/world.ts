import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPostgres } from '../../../server/data/db/open.ts';
import { samples } from '../files/sampleFiles.ts';
import { deviceAt } from '../push/deviceAt.ts';
import { emulatorClaims } from '../server/emulatorClaims.ts';
import { jobReport } from '../server/jobs.ts';
import { tokenOf } from '../server/people.ts';
import { newDataDir, startBareServer } from '../server/stack.ts';

/** The callers. Only the rights and sessions of `bystander` may be changed. */
export const callers = [
  'nobody',
  'stranger',
  'unverified',
  'newcomer',
  'pending',
  'bystander',
  'client',
  'rival',
  'employee',
  'admin',
] as const;
export type CallerName = (typeof callers)[number];

export function emailOf(caller: CallerName): string {
  return `${caller}@fuzz.test`;
}

const busy = 'It was busy ';
const holds = /It holds (\d+) bytes/;

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Existing things that requests may name, by kind. */
export type Known = {
  jobs: string[];
  messages: string[];
  files: string[];
  devices: string[];
  uploads: string[];
  cursors: string[];
};

export type World = {
  origin: string;
  port: number;
  known: Known;
  /** The path of every call with its method and its schemas, from the server's own description. */
  document: { paths: Record<string, Record<string, unknown>> };
  token(caller: CallerName): string | null;
  /** Bytes in use by the server after a garbage collection. */
  memory(): Promise<number>;
  /** Bytes of its database after a vacuum, and of its files. */
  stored(): Promise<number>;
  /** Each long block of its event loop: milliseconds of CPU time, and the requests of that moment. */
  blocks(): { ms: number; requests: string[] }[];
  /** The errors in its log. */
  complaints(): string[];
  end(): Promise<void>;
};

/** A text that marks an owner's data. */
function canary(owner: string): string {
  return `canary-${owner}-`;
}

/** Returns the owners of canaries that this caller must not see in a text. */
export function leaksIn(text: string, caller: CallerName): string[] {
  const owners = new Set([...text.matchAll(/canary-([a-z]+)-/g)].map(([, owner]) => owner ?? ''));
  const isStaff = caller === 'employee' || caller === 'admin';
  // Secrets are for nobody, invitations of staff for admins; clients' data are for staff too.
  const isLeak = (owner: string) =>
    owner === 'secret' || (owner === 'admins' ? caller !== 'admin' : owner !== caller && !isStaff);
  return [...owners].filter(isLeak);
}

const address = (streetName: string) => ({ streetName, city: 'Denver', state: 'CO', zipcode: '80202' });

function reportOf(owner: CallerName, index: number) {
  const mark = `${canary(owner)}${index}`;
  return jobReport({
    jobCode: `F${owner}${index}`,
    jobReporter: emailOf(owner),
    project: `Project ${mark}`,
    address: address(`${index} ${mark} Ave`),
    jobDescription: mark,
    jobAttachmentLinks: `https://example.com/${mark}`,
    message: `Note ${mark}`,
  });
}

/** Starts a server in a process of its own, on an empty database, with users and canaries in their data. */
export async function startWorld(databaseUrl: string): Promise<World> {
  const dataDir = await newDataDir(false);
  const { origin, port, ...running } = await startBareServer(
    { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ADMIN_EMAIL: emailOf('admin') },
    ['--expose-gc', 'tests/support/server/bareServer.ts'],
  );
  const database = await openPostgres(databaseUrl);

  function token(caller: CallerName): string | null {
    if (caller === 'nobody') return null;
    const person = { email: emailOf(caller), uid: `uid-${caller}`, verified: caller !== 'unverified' };
    return tokenOf(
      person,
      Date.now(),
      caller === 'stranger' ? { ...emulatorClaims, aud: 'another' } : emulatorClaims,
    );
  }

  async function call<T>(as: CallerName, path: string, body?: object | FormData): Promise<T> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token(as)}`,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} as ${as}: ${answer.status} ${text}`);
    return JSON.parse(text).body as T;
  }

  const members = ['admin', 'employee', 'client', 'rival', 'bystander', 'pending'] as const;
  for (const name of members) {
    const mark = canary(name);
    await call(name, '/register', {
      email: emailOf(name),
      firstName: name === 'pending' ? mark : 'Kim',
      lastName: 'Stone',
      userName: 'Kim S.',
      company: `${mark}company`,
      phoneNumber: '+13035550100',
      userType: 'CLIENT',
      address: address('1 Main St'),
    });
  }
  const profiles = [
    { email: emailOf('employee'), userType: 'EMPLOYEE', userApproved: true },
    ...(['client', 'rival', 'bystander'] as const).map((name) => ({
      email: emailOf(name),
      userApproved: true,
    })),
  ];
  await call('admin', '/users/update/profiles', { profiles });
  await call('admin', '/users/invite/v2', {
    inviteeList: [
      { email: 'invited@fuzz.test', firstName: canary('admins'), lastName: 'Guest', userType: 'EMPLOYEE' },
    ],
  });

  const known: Known = { jobs: [], messages: [], files: [], devices: [], uploads: [], cursors: [] };
  for (const owner of ['client', 'rival'] as const) {
    for (let index = 0; index < 8; index += 1) {
      const form = new FormData();
      form.append('job', JSON.stringify(reportOf(owner, index)));
      const bytes = Buffer.concat([samples.pdf.bytes, Buffer.from(`${canary(owner)}bytes`)]);
      form.append(
        'attachments',
        new File([bytes], `${canary(owner)}${index}.pdf`, { type: 'application/pdf' }),
      );
      const job = await call<{ jobId: string; attachments: { key: string; fileName: string }[] }>(
        owner,
        '/jobs/report',
        form,
      );
      known.jobs.push(job.jobId);
      known.files.push(...job.attachments.map(({ key, fileName }) => `${key}/${fileName}`));
      for (const writer of [owner, 'employee'] as const) {
        const { communication } = await call<{ communication: { communicationId: string } }>(
          writer,
          '/jobs/update',
          {
            evJobId: job.jobId,
            jobUpdateUser: emailOf(writer),
            jobReporter: emailOf(owner),
            'evCommunication.content': `${canary(owner)}message of ${writer}`,
            'evCommunication.fromUserId': emailOf(writer),
            'evCommunication.toUserId': writer === owner ? '' : emailOf(owner),
            'evCommunication.fromUserType': writer === owner ? 'CLIENT' : 'EMPLOYEE',
          },
        );
        known.messages.push(communication.communicationId);
      }
    }
    const { deviceId } = await call<{ deviceId: string }>(owner, '/notifications/devices', {
      ...deviceAt(`http://127.0.0.1:9/${canary('secret')}${owner}`),
      label: `${canary(owner)}phone`,
    });
    known.devices.push(deviceId);
    const begun = await fetch(`${origin}/api/uploads`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token(owner)}`,
        'tus-resumable': '1.0.0',
        'upload-length': '600',
        'upload-metadata': 'filename cGxhbi5wZGY=',
      },
    });
    known.uploads.push(begun.headers.get('location')?.split('/').at(-1) ?? '');
    const { startAfter } = await call<{ startAfter: string | null }>(owner, '/evcommunications', {
      username: emailOf(owner),
    });
    const { cursor } = await call<{ cursor: string }>(owner, '/events', { cursor: null });
    known.cursors.push(cursor, ...(startAfter ? [startAfter] : []));
  }

  return {
    origin,
    port,
    known,
    document: (await (await fetch(`${origin}/api/docs/openapi.json`)).json()) as World['document'],
    token,
    async memory() {
      const before = running.output().split(holds).length;
      process.kill(running.pid, 'SIGUSR2');
      while (running.output().split(holds).length === before) await wait(20);
      const [, bytes] = holds.exec(running.output().slice(running.output().lastIndexOf('It holds'))) ?? [];
      return Number(bytes);
    },
    async stored() {
      await database.query('vacuum');
      const [row] = await database.query<{ bytes: number }>(
        'select pg_database_size(current_database()) as bytes',
      );
      return (row?.bytes ?? 0) + (await bytesIn(join(dataDir, 'files')));
    },
    blocks: () =>
      running
        .output()
        .split('\n')
        .filter((line) => line.startsWith(busy))
        .map((line) => JSON.parse(line.slice(busy.length))),
    complaints: () =>
      running
        .output()
        .split('\n')
        .filter((line) => /"level":(50|60)/.test(line)),
    async end() {
      await running.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
