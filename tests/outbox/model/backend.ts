import { ApiError, failureOf, strangerError } from '../../../src/api/ApiError.ts';
import type { Message } from '../../../src/contract/message.ts';
import { subjectOf } from '../../../src/outbox/attempt.ts';
import type { Delivered, Outbound } from '../../../src/outbox/world.ts';
import type { Sim } from './sim.ts';

/** I: repeats the answer of a known key. N: ignores keys, commits within the settle time. L: ignores keys, commits whenever. */
export type Mode = 'I' | 'N' | 'L';

export type Commit = {
  clientId: string;
  content: string;
  jobId: string;
  seq: number;
  serverId: string;
  ownerUid: string;
  bearerUid: string;
  kind: string;
  late: boolean;
};

/** Every way a request of the model can go wrong, by the names of offline.md §5. */
export const wireFaults = [
  'request lost',
  'response lost after commit',
  'answer after the timeout',
  'commit after the timeout',
  '401',
  '403',
  '408',
  '409 key in use',
  '413',
  '422',
  '429',
  '500',
  '502 after commit',
  '503',
  '504 after commit',
  '520 after commit',
  '200 with errorMessage',
  'captive portal',
  'redirect',
  'truncated JSON',
] as const;
export type WireFault = (typeof wireFaults)[number];

const longestCommitMs = { I: 60 * 60_000, N: 25_000, L: 60 * 60_000 };

export class Backend {
  readonly commits: Commit[] = [];
  readonly messages: (Message & { clientId: string })[] = [];
  readonly marks = new Map<string, Message['status']>();
  readonly problems: string[] = [];
  readonly hits = new Map<string, number>();
  /** Tokens older than this are refused. */
  leastTokenSerial = 0;
  faultRate = 0;
  faults: readonly WireFault[] = wireFaults;
  readonly #answers = new Map<string, Delivered>();
  readonly #sim: Sim;
  readonly mode: Mode;
  readonly #now: () => number;
  readonly fileBytesOf: (clientId: string) => string;

  constructor(sim: Sim, mode: Mode, now: () => number, fileBytesOf: (clientId: string) => string) {
    this.#sim = sim;
    this.mode = mode;
    this.#now = now;
    this.fileBytesOf = fileBytesOf;
  }

  hit(fault: string): void {
    this.hits.set(fault, (this.hits.get(fault) ?? 0) + 1);
  }

  /** One request: what comes back comes through `answer`, at a virtual time. */
  send(outbound: Outbound, answer: (result: () => Delivered) => void): void {
    const sim = this.#sim;
    const { idToken, timeoutMs } = outbound;
    const fault = sim.chance(this.faultRate)
      ? this.faults[sim.between(0, this.faults.length - 1)]
      : undefined;
    if (fault) this.hit(fault);
    const travelMs = sim.between(5, 300);
    const fail = (error: () => ApiError, afterMs = travelMs) =>
      sim.after(afterMs, () =>
        answer(() => {
          throw error();
        }),
      );
    const commit = () => this.#commit(outbound, sim.now > sentAt + 25_000);
    const sentAt = sim.now;
    const refusal = (status: number, code: string) =>
      fail(() => failureOf(status, { errorMessage: 'No.', code }));
    switch (fault) {
      case undefined:
        sim.after(travelMs, () => {
          const serial = Number(idToken.split('.')[2]);
          if (serial < this.leastTokenSerial) {
            this.hit('token expiry');
            return fail(() => failureOf(401, null), sim.between(1, 300));
          }
          const result = commit();
          sim.after(sim.between(1, 300), () => answer(() => result));
        });
        return;
      case 'request lost':
        return void fail(() => new ApiError('offline'));
      case 'response lost after commit':
        sim.after(travelMs, commit);
        return void fail(() => new ApiError('offline'), travelMs + 10);
      case 'answer after the timeout':
        sim.after(travelMs, commit);
        return void fail(() => new ApiError('timeout'), timeoutMs);
      case 'commit after the timeout':
        sim.after(sim.between(timeoutMs, longestCommitMs[this.mode]), commit);
        return void fail(() => new ApiError('timeout'), timeoutMs);
      case '502 after commit':
      case '504 after commit':
      case '520 after commit':
        sim.after(travelMs, commit);
        return void fail(() => failureOf(Number(fault.slice(0, 3)), '<html>'), travelMs + 20);
      case 'truncated JSON':
        sim.after(travelMs, commit);
        return void fail(() => strangerError(200), travelMs + 20);
      case 'captive portal':
        return void fail(() => failureOf(200, '<html>Welcome to the hotel</html>'));
      case 'redirect':
        return void fail(() => strangerError(302));
      case '200 with errorMessage':
        return void fail(() => failureOf(200, { errorMessage: 'No.' }));
      case '401':
        return void fail(() => failureOf(401, null));
      case '409 key in use':
        return void refusal(409, 'key-in-use');
      case '429':
        return void fail(
          () => new ApiError('rate-limited', undefined, { retryAfterMs: sim.between(0, 60_000) }),
        );
      case '403':
        return void refusal(403, 'forbidden');
      case '413':
        return void fail(() => failureOf(413, '<html>'));
      case '422':
        return void refusal(422, 'invalid');
      default:
        return void fail(() => failureOf(Number(fault.slice(0, 3)), null));
    }
  }

  #commit({ record, files, idToken }: Outbound, late: boolean): Delivered {
    if (this.mode === 'I') {
      const known = this.#answers.get(record.clientId);
      if (known) return known;
    }
    const bearerUid = subjectOf(idToken);
    const serverId = `s${this.commits.length + 1}`;
    const content = record.kind === 'message' ? record.payload.content : '';
    this.commits.push({
      clientId: record.clientId,
      content,
      jobId: record.jobId,
      seq: record.seq,
      serverId,
      ownerUid: record.ownerUid,
      bearerUid,
      kind: record.kind,
      late,
    });
    if (bearerUid !== record.ownerUid) this.problems.push(`owner: ${bearerUid} sent for ${record.ownerUid}`);
    const bytes = files
      .map((file) => file.chunks.map((chunk) => Buffer.from(chunk).toString()).join(''))
      .join('|');
    if (bytes !== this.fileBytesOf(record.clientId))
      this.problems.push(`files: ${content} came with "${bytes}"`);
    if (record.kind === 'toggle') this.marks.set(record.payload.communicationId, record.payload.target);
    if (record.kind === 'message') {
      this.messages.push({
        communicationId: serverId,
        clientId: record.clientId,
        jobId: record.jobId,
        content,
        status: 'NEW',
        createdTimestamp: Math.floor(this.#now() / 1000),
        sequence: this.commits.length,
        fromUserId: record.ownerEmail,
        toUserId: '',
        fromUserType: 'CLIENT',
        fileAttachmentsInfo: Object.fromEntries(
          files.map((file, n) => [
            `${serverId}/${n}/${file.name}`,
            { link: '', fileName: file.name, contentType: file.type, size: file.size },
          ]),
        ),
        company: '',
        fromUserName: '',
        project: '',
        jobCode: '',
      });
    }
    const delivered = { serverId, answer: null };
    if (this.mode === 'I') this.#answers.set(record.clientId, delivered);
    return delivered;
  }

  /** The conversation as it is when the request arrives. */
  read(jobId: string, answer: (result: () => (Message & { clientId: string })[]) => void): void {
    const sim = this.#sim;
    const fault = sim.chance(this.faultRate) ? sim.between(0, 3) : -1;
    sim.after(sim.between(5, 300), () => {
      const found = this.messages.filter((message) => message.jobId === jobId);
      for (const [communicationId, status] of this.marks) {
        if (jobId === 'j0') found.push({ ...(marked as Message), clientId: '', communicationId, status });
      }
      sim.after(sim.between(1, 300), () =>
        answer(() => {
          if (fault === 0) throw new ApiError('offline');
          if (fault === 1) throw failureOf(500, null);
          if (fault === 2) throw failureOf(200, '<html>');
          return found;
        }),
      );
    });
  }
}

const marked: Omit<Message, 'communicationId' | 'status'> = {
  jobId: 'j0',
  content: 'marked',
  createdTimestamp: 0,
  sequence: 0,
  fromUserId: 'somebody@ev.test',
  toUserId: '',
  fromUserType: 'CLIENT',
  fileAttachmentsInfo: {},
  company: '',
  fromUserName: '',
  project: '',
  jobCode: '',
};
