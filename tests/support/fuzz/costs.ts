import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom } from '../network/faults.ts';
import { type CallerName, emailOf, type World } from './world.ts';

/** The limits of what requests may cost. */
export const mostCost = {
  /** CPU time of the event loop's thread at once. */
  blockMs: 200,
  /** Bytes of a response other than a file or an export. */
  responseBytes: 5_000_000,
  /** Bytes of the database and of files for each byte that one user sent in 1,000 requests. */
  storedPerSent: 3,
};

export type CostReport = {
  requests: number;
  /** The largest responses, the largest first. */
  answers: { name: string; bytes: number }[];
  /** The stored bytes of each shape per byte sent, the most first. */
  stored: { name: string; perSent: number; sent: number; stored: number }[];
  faults: string[];
};

const worst = 10;

/** Adds a response and leaves the ten largest. */
export function noteAnswer(answers: CostReport['answers'], name: string, bytes: number): void {
  if (/^(attachment|preview|download|stream)\b/.test(name)) return;
  const same = answers.find((answer) => answer.name === name);
  if (same) same.bytes = Math.max(same.bytes, bytes);
  else answers.push({ name, bytes });
  answers.sort((one, other) => other.bytes - one.bytes).splice(worst);
}

type Ask = {
  name: string;
  as: CallerName;
  method?: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};
type Came = { status: number; text: string; headers: Record<string, unknown> };

/** A kind of expensive requests by one user; makes about as many as requested. */
type Shape = (user: {
  ask(what: Ask): Promise<Came>;
  left(): number;
  count(bytes: number): void;
  noise(length: number): string;
  world: World;
  jobId: string;
}) => Promise<void>;

const json = { 'content-type': 'application/json' };
const boundary = 'the-boundary';

function message(jobId: string, as: CallerName, content: string) {
  return {
    evJobId: jobId,
    jobUpdateUser: emailOf(as),
    jobReporter: emailOf('client'),
    'evCommunication.content': content,
    'evCommunication.fromUserId': emailOf(as),
    'evCommunication.toUserId': '',
    'evCommunication.fromUserType': as === 'client' ? 'CLIENT' : 'EMPLOYEE',
  };
}

function multipart(fields: Record<string, string>, files: readonly [name: string, bytes: string][]): Buffer {
  const parts = [
    ...Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    ...files.map(
      ([name, bytes]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="attachments"; filename="${name}"\r\n\r\n${bytes}\r\n`,
    ),
    `--${boundary}--\r\n`,
  ];
  return Buffer.from(parts.join(''));
}
const formData = { 'content-type': `multipart/form-data; boundary=${boundary}` };

async function versionOf(ask: (what: Ask) => Promise<Came>, as: CallerName, jobId: string): Promise<number> {
  const { text } = await ask({ name: 'job', as, path: `/jobs/${jobId}` });
  return JSON.parse(text).body.version;
}

/** Each was found to cost much more than it sent. */
export const shapes: Record<string, Shape> = {
  async 'long updates under keys, then short messages'({ ask, left, noise, jobId }) {
    let version = await versionOf(ask, 'client', jobId);
    const half = left() / 2;
    while (left() > 0) {
      const isLong = left() > half;
      const body = isLong
        ? { evJobId: jobId, jobUpdateUser: emailOf('client'), version, referenceLinks: noise(10_000) }
        : message(jobId, 'client', 'hi');
      const headers = { ...json, 'idempotency-key': randomUUID() };
      const { status, text } = await ask({
        name: 'updateJob',
        as: 'client',
        path: '/jobs/update',
        body,
        headers,
      });
      if (status === 200) version = JSON.parse(text).body.job.version;
    }
  },
  async 'long descriptions of different words'({ ask, left, noise, jobId }) {
    let version = await versionOf(ask, 'client', jobId);
    while (left() > 0) {
      const jobDescription = noise(9999).replaceAll(/.{4}./g, (word) => `${word.slice(0, 4)} `);
      const body = { evJobId: jobId, jobUpdateUser: emailOf('client'), version, jobDescription };
      const { status, text } = await ask({ name: 'updateJob', as: 'client', path: '/jobs/update', body });
      if (status === 200) version = JSON.parse(text).body.job.version;
    }
  },
  async 'long messages, and the conversation many times at once'({ ask, left, noise, jobId }) {
    const reading = () => ask({ name: 'conversation', as: 'client', path: `/jobs/${jobId}/communication` });
    while (left() > 0) {
      for (let count = 0; count < 30; count += 1) {
        const headers = { ...json, 'idempotency-key': randomUUID() };
        const body = message(jobId, 'client', noise(10_000));
        await ask({ name: 'updateJob', as: 'client', path: '/jobs/update', body, headers });
      }
      await Promise.all(Array.from({ length: 20 }, reading));
      await ask({
        name: 'allMessages',
        as: 'client',
        path: '/evcommunications',
        body: { username: emailOf('client') },
      });
    }
  },
  async 'new names and companies'({ ask, left, noise }) {
    while (left() > 0) {
      const profiles = [
        { email: emailOf('client'), firstName: noise(200), lastName: noise(200), company: noise(200) },
      ];
      const headers = { ...json, 'idempotency-key': randomUUID() };
      await ask({
        name: 'updateProfiles',
        as: 'client',
        path: '/users/update/profiles',
        body: { profiles },
        headers,
      });
    }
  },
  async 'lists and objects out of all measure'({ ask, left }) {
    const zeros = Array(500_000).fill(0);
    const objects = Array.from({ length: 340_000 }, () => ({}));
    const small = Array.from({ length: 1900 }, () => ({}));
    const paths = [
      '/evjobs/v2/search',
      '/v2/evjobs',
      '/jobs/report',
      '/users/update/profiles',
      '/users/invite/v2',
    ];
    while (left() > 0) {
      const path = paths[left() % paths.length] as string;
      const fields = ['statuses', 'statues', 'jobEVService', 'profiles', 'inviteeList'] as const;
      const values = [zeros, objects, small][left() % 3];
      const body = Object.fromEntries(fields.map((field) => [field, values]));
      await ask({
        name: path,
        as: 'employee',
        path,
        body: left() % 7 === 0 ? body : { statuses: small, profiles: small },
      });
    }
  },
  async 'receipts of nobody with keys'({ ask, left }) {
    while (left() > 0) {
      const headers = { ...json, 'idempotency-key': randomUUID() };
      const body = { receipt: randomUUID(), outcome: 'SHOWN' };
      await ask({ name: 'pushReceipt', as: 'nobody', path: '/notifications/receipts', body, headers });
    }
  },
  async 'many files of one name, and all of them as an archive'({ ask, left, jobId }) {
    while (left() > 0) {
      const files = Array.from(
        { length: 20 },
        () => ['plan.pdf', `%PDF-1.7\n${'x'.repeat(400)}`] as [string, string],
      );
      const body = multipart(message(jobId, 'client', 'Files'), files);
      await ask({ name: 'updateJob', as: 'client', path: '/jobs/update', body, headers: formData });
      if (left() % 20 > 0) continue;
      await ask({ name: 'download', as: 'client', path: '/evjobs/download', body: { format: 'zip', jobId } });
    }
  },
  async 'stamped results with long notes'({ ask, left, noise, jobId }) {
    while (left() > 0) {
      const job = { evJobId: jobId, jobUpdateUser: emailOf('employee'), version: 1 };
      const deliverable = { deliveryMode: 'DIGITAL_COPY', note: noise(2000) };
      const files = Array.from(
        { length: 20 },
        () => ['result.pdf', `%PDF-1.7\n${'x'.repeat(400)}`] as [string, string],
      );
      const body = multipart({ job: JSON.stringify({ ...job, deliverable }) }, files);
      await ask({ name: 'updateJob', as: 'employee', path: '/jobs/update', body, headers: formData });
    }
  },
  async 'an upload byte by byte'({ ask, left }) {
    const tus = { 'tus-resumable': '1.0.0' };
    const made = await ask({
      name: 'uploads',
      as: 'client',
      method: 'POST',
      path: '/uploads',
      headers: { ...tus, 'upload-length': '100000', 'upload-metadata': 'filename cGxhbi5wZGY=' },
    });
    const path = String(made.headers.location).replace('/api', '');
    for (let offset = 0; left() > 0; offset += 1) {
      const headers = {
        ...tus,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      };
      await ask({ name: 'uploads', as: 'client', method: 'PATCH', path, body: Buffer.from('x'), headers });
    }
  },
  async 'uploads that stall'({ ask, left, count, world }) {
    const bearer = `Authorization: Bearer ${world.token('rival')}`;
    while (left() > 0) {
      const sockets = Array.from({ length: 20 }, () => {
        const socket = connect({ port: world.port, host: '127.0.0.1' });
        socket.on('error', () => undefined);
        const bytes = [
          `POST /api/jobs/update HTTP/1.1\r\nHost: x\r\n${bearer}\r\nContent-Length: 50000000\r\n`,
          `Content-Type: ${formData['content-type']}\r\n\r\n--${boundary}\r\n`,
          `content-disposition: form-data; name="attachments"; filename="a.pdf"\r\n\r\n%PDF-1.7\n`,
          'x'.repeat(20_000),
        ].join('');
        count(bytes.length);
        socket.write(bytes);
        return socket;
      });
      await wait(100);
      for (const socket of sockets) socket.destroy();
      await ask({ name: 'notifications', as: 'rival', path: '/notifications' });
    }
  },
  async 'invitations of a hundred'({ ask, left, noise }) {
    while (left() > 0) {
      const inviteeList = Array.from({ length: 100 }, () => ({
        email: `${noise(12)}@fuzz.test`,
        firstName: 'A',
        lastName: 'B',
        userType: 'CLIENT',
      }));
      await ask({ name: 'inviteUsers', as: 'employee', path: '/users/invite/v2', body: { inviteeList } });
    }
  },
};

/**
 * Makes about `each` requests of each shape, one shape after the other, and measures their responses and stored bytes.
 */
export async function measureCosts(
  world: World,
  {
    each,
    seed,
    report,
    onShape = () => undefined,
  }: { each: number; seed: number; report: CostReport; onShape?: (of: CostReport['stored'][number]) => void },
): Promise<CostReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const random = randomFrom(seed);
  const noise = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');

  for (const [index, [name, shape]] of Object.entries(shapes).entries()) {
    const before = await world.stored();
    let made = 0;
    let sent = 0;

    function ask({ name: call, as, method, path, body, headers = json }: Ask): Promise<Came> {
      const bytes =
        body === undefined ? null : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      const bearer = world.token(as);
      made += 1;
      report.requests += 1;
      return new Promise((resolve) => {
        const outgoing = request({
          host: '127.0.0.1',
          port: world.port,
          agent,
          method: method ?? (bytes ? 'POST' : 'GET'),
          path: `/api${path}`,
          headers: {
            ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
            ...(bytes ? { 'content-length': String(bytes.length) } : {}),
            ...headers,
          },
        });
        let status = 0;
        let came: Record<string, unknown> = {};
        const chunks: Buffer[] = [];
        let size = 0;
        const limit = setTimeout(() => {
          report.faults.push(`${name}: ${call} was not answered within a minute`);
          outgoing.destroy();
        }, 60_000);
        outgoing.on('response', (incoming) => {
          status = incoming.statusCode ?? 0;
          came = incoming.headers;
          incoming.on('data', (chunk: Buffer) => {
            size += chunk.length;
            chunks.push(chunk);
          });
          incoming.on('error', () => undefined);
        });
        // The server closes the connection on a refused body.
        outgoing.on('error', () => undefined);
        outgoing.on('close', () => {
          clearTimeout(limit);
          noteAnswer(report.answers, call, size);
          if (status >= 500) report.faults.push(`${name}: ${call} answered ${status}`);
          resolve({ status, headers: came, text: Buffer.concat(chunks).toString() });
        });
        sent += Buffer.byteLength(JSON.stringify(outgoing.getHeaders())) + (bytes?.length ?? 0);
        outgoing.end(bytes ?? undefined);
      });
    }

    await shape({
      ask,
      left: () => each - made,
      count(bytes) {
        made += 1;
        report.requests += 1;
        sent += bytes;
      },
      noise,
      world,
      // The client's own jobs, one after the other.
      jobId: world.known.jobs[index % 8] as string,
    });
    const stored = (await world.stored()) - before;
    const of = { name, perSent: stored / sent, sent, stored };
    onShape(of);
    report.stored.push(of);
    report.stored.sort((one, other) => other.perSent - one.perSent);
  }
  agent.destroy();
  return report;
}

/** Returns the exceeded limits as sentences. */
export function costFaults(report: CostReport, blocks: ReturnType<World['blocks']>): string[] {
  return [
    ...report.faults,
    ...blocks
      .filter(({ ms }) => ms > mostCost.blockMs)
      .map(({ ms, requests }) => `the event loop was busy ${Math.round(ms)} ms at ${requests.join(', ')}`),
    ...report.answers
      .filter(({ bytes }) => bytes > mostCost.responseBytes)
      .map(({ name, bytes }) => `${name} answered ${bytes} bytes`),
    ...report.stored
      .filter(({ perSent }) => perSent > mostCost.storedPerSent)
      .map(({ name, stored, sent }) => `${name}: ${sent} bytes sent left ${stored}`),
  ];
}
