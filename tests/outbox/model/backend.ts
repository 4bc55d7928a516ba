import { ApiError, backendError, foreignError } from '../../../src/api/ApiError.ts';
import { refusalOf } from '../../../src/api/http.ts';
import { assertOurs } from '../../../src/api/provenance.ts';
import type { DueChange } from '../../../src/contract/due/dueChange.ts';
import type { Shot } from '../../../src/contract/jobs/checklist.ts';
import type { Deliverable } from '../../../src/contract/jobs/jobDetails.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { reasonIn } from '../../../src/outbox/kinds/updateKind.ts';
import type { Outbound, WireResponse } from '../../../src/outbox/records/environment.ts';
import type { OutboxRecord } from '../../../src/outbox/records/record.ts';
import { userOfToken } from '../../../src/outbox/sending/attempt.ts';
import { choiceIn, comparedIn, type Made, StoredChoices } from './choices.ts';
import { answerText, messageOf, noteOf, otherMessage } from './messages.ts';
import { type WireFault, wireFaults } from './names.ts';
import type { Sim } from './sim.ts';
import { Uploads } from './uploads.ts';

export type Commit = {
  clientId: string;
  /** The identifying text: the message's text, the new job's code. */
  content: string;
  jobId: string;
  laneKey: string;
  seq: number;
  serverId: string;
  ownerUid: string;
  bearerUid: string;
  kind: string;
  /** When the request left, by the simulation's clock, and how long ago it was written as it says. */
  sentAt: number;
  writtenSecondsAgo: number | null | undefined;
  bytes: string;
  /** Of a change that must fit: the keys of all changes of its job before it. */
  onTopOf?: readonly string[];
};

/** A request may be carried out this long after its sender gave up. */
const longestCommitMs = 60 * 60_000;

/** What the model's changes of jobs have. */
export type JobPayload = {
  version: number;
  jobDescription?: string;
  due?: DueChange;
  deliverable?: { note: string };
  /** With a deliverable: it completes the job. */
  status?: 'COMPLETED';
};

type StoredJob = {
  jobCode: string;
  jobDescription: string;
  status: string;
  statusReason: string;
  deliverables: Partial<Deliverable>[];
  /** Of each change that made a version: its key, or empty for another user's. The first version is nobody's. */
  changes: string[];
};

/** Returns the version of a job, which every change raises. */
export function versionOf({ changes }: Pick<StoredJob, 'changes'>): number {
  return changes.length + 1;
}

function newJob(jobCode: string): StoredJob {
  return {
    ...{ jobCode, jobDescription: '', status: '', statusReason: '' },
    ...{ deliverables: [], changes: [] },
  };
}

export function contentOf(record: OutboxRecord): string {
  switch (record.kind) {
    case 'message':
    case 'note':
      return record.payload.content;
    case 'report':
      return record.payload.jobCode;
    case 'update':
    case 'due':
    case 'assignment': {
      const { due, deliverable, jobDescription } = record.payload as JobPayload;
      return due?.reason ?? deliverable?.note ?? String(jobDescription);
    }
    case 'shot':
      return record.payload.name;
    case 'savedReply':
      return record.payload.content;
    case 'view':
      return record.payload.name;
    case 'comparison':
      return comparedIn(record.payload);
    case 'snooze':
      return String(record.payload.until);
    default:
      return '';
  }
}

/** Returns the client's error for a foreign response, by the client's own rules. */
function errorOfForeign(status: number): ApiError {
  const response = new Response(null, { status, headers: { 'retry-after': '3600' } });
  try {
    assertOurs(response);
  } catch (error) {
    return error as ApiError;
  }
  if (status !== 200) return refusalOf(response, { error: 'Unauthorized' });
  return backendError(200, { errorMessage: 'Not understood.' });
}

/** The simulated backend: slow and lossy. It repeats the response of a key that it knows. */
export class Backend {
  readonly commits: Commit[] = [];
  readonly messages: Message[] = [];
  readonly notes: ReturnType<typeof noteOf>[] = [];
  readonly choices = new StoredChoices();
  /** What users have chosen on other devices. */
  readonly elsewhere: Made[] = [];
  readonly jobs = new Map<string, StoredJob>();
  shots: Shot[] = [];
  readonly hits = new Map<string, number>();
  /** Keys that this backend itself has refused. */
  readonly refused = new Set<string>();
  /** Tokens older than this are refused. */
  leastTokenSerial = 0;
  faultRate = 0;
  faults: readonly WireFault[] = wireFaults;
  isLineDown = false;
  /** Faults of the next requests; after them, chance decides. */
  readonly nextFaults: (WireFault | null)[] = [];
  /** Whether files are too large for one request, and are uploaded in pieces. */
  areFilesLarge = false;
  readonly uploads: Uploads;
  readonly #answers = new Map<string, WireResponse>();
  readonly #sim: Sim;
  readonly #now: () => number;

  constructor(sim: Sim, now: () => number) {
    this.#sim = sim;
    this.#now = now;
    this.uploads = new Uploads(sim, this);
    for (const jobId of ['j0', 'j1', 'j2']) this.jobs.set(jobId, newJob(jobId));
  }

  isExpired(idToken: string): boolean {
    const isOld = Number(idToken.split('.')[2]) < this.leastTokenSerial;
    if (isOld) this.hit('token expiry');
    return isOld;
  }

  hit(fault: string): void {
    this.hits.set(fault, (this.hits.get(fault) ?? 0) + 1);
  }

  /** Receives a request and responds through `answer` at a virtual time. */
  send(outbound: Outbound, answer: (result: () => WireResponse) => void): void {
    const sim = this.#sim;
    const { idToken, timeoutMs } = outbound;
    const sentAt = sim.now;
    const travelMs = sim.between(5, 300);
    const fail = (error: () => ApiError, afterMs = travelMs) =>
      void sim.after(afterMs, () =>
        answer(() => {
          throw error();
        }),
      );
    if (this.isLineDown) return void fail(() => new ApiError('offline'));
    const fault = this.#nextFault();
    if (fault) this.hit(fault);
    const commit = () => this.#commit(outbound, sentAt);
    const refuse = (error: ApiError, afterMs = travelMs) => {
      this.refused.add(outbound.record.clientId);
      fail(() => error, afterMs);
    };
    const commitAfter = (afterMs: number) => void sim.after(afterMs, () => void commit());
    const refusal = (status: number, code: string) =>
      refuse(backendError(status, { errorMessage: 'No.', code }));
    switch (fault) {
      case null:
        sim.after(travelMs, () => {
          const backMs = sim.between(1, 300);
          if (this.isExpired(idToken)) return void refuse(backendError(401, null), backMs);
          const result = commit();
          if (result === 'upload-gone') {
            return void refuse(backendError(410, { errorMessage: 'No.', code: result }), backMs);
          }
          if (result === 'stale') {
            this.hit('stale version');
            return void refuse(backendError(409, { errorMessage: 'No.', code: 'stale' }), backMs);
          }
          sim.after(backMs, () => answer(() => result));
        });
        return;
      case 'request lost':
        return void fail(() => new ApiError('offline'));
      case 'response lost after commit':
        commitAfter(travelMs);
        return void fail(() => new ApiError('offline'), travelMs + 10);
      case 'answer after the timeout':
        commitAfter(travelMs);
        return void fail(() => new ApiError('timeout'), timeoutMs);
      case 'commit after the timeout':
        commitAfter(sim.between(timeoutMs, longestCommitMs));
        return void fail(() => new ApiError('timeout'), timeoutMs);
      case '502 after commit':
      case '504 after commit':
      case '520 after commit':
        commitAfter(travelMs);
        return void fail(() => foreignError(Number(fault.slice(0, 3))), travelMs + 20);
      case 'truncated JSON':
        commitAfter(travelMs);
        return void fail(() => new ApiError('offline'), travelMs + 20);
      case 'captive portal':
        return void fail(() => foreignError(200));
      case 'redirect':
        return void fail(() => foreignError(302));
      case '200 with errorMessage':
        return void refuse(backendError(200, { errorMessage: 'No.' }));
      case '401':
        return void refuse(backendError(401, null));
      case '409 key in use':
        return void refusal(409, 'key-in-use');
      case '429':
        return void fail(
          () => new ApiError('rate-limited', undefined, { retryAfterMs: sim.between(0, 60_000) }),
        );
      case '403':
        return void refusal(403, 'forbidden');
      case '413':
        return void refuse(backendError(413, null));
      case '422':
        return void refusal(422, 'invalid');
      case 'foreign 400':
      case 'foreign 401':
      case 'foreign 403':
      case 'foreign 404':
      case 'foreign 413':
      case 'foreign 429 with Retry-After':
      case 'foreign 503 with Retry-After':
      case 'foreign 200 JSON':
        return void fail(() => errorOfForeign(Number(fault.split(' ')[1])));
      default:
        return void fail(() => backendError(Number(fault.slice(0, 3)), null));
    }
  }

  #nextFault(): WireFault | null {
    const next = this.nextFaults.shift();
    if (next !== undefined) return next;
    if (!this.#sim.chance(this.faultRate)) return null;
    return this.faults[this.#sim.between(0, this.faults.length - 1)] ?? null;
  }

  #commit(outbound: Outbound, sentAt: number): WireResponse | 'stale' | 'upload-gone' {
    const { record, idToken, uploads = [] } = outbound;
    const known = this.#answers.get(record.clientId);
    if (known) return known;
    const uploaded = this.uploads.use(uploads, record.clientId, idToken);
    if (!uploaded) return 'upload-gone';
    const files = [
      ...uploaded.map(({ name, text }) => ({
        name,
        type: 'application/pdf',
        size: text.length,
        chunks: [new TextEncoder().encode(text).buffer],
      })),
      ...outbound.files,
    ];
    const content = contentOf(record);
    let serverId = `s${this.commits.length + 1}`;
    let answer: unknown = null;
    let onTopOf: readonly string[] | undefined;
    switch (record.kind) {
      case 'mark':
        this.#choose(outbound, sentAt);
        break;
      case 'due': {
        const { due, version } = record.payload as JobPayload;
        const stored = this.choices.get(`due ${record.jobId}`);
        if (stored && stored.by !== record.ownerUid && stored.value !== due?.seen) return 'stale';
        this.#choose(outbound, sentAt);
        answer = { job: this.#job(record.jobId), communication: null, versionBefore: version };
        break;
      }
      case 'message':
        this.messages.push(messageOf(record, files, serverId, this.commits.length + 1, this.#now()));
        break;
      case 'note':
        this.notes.push(noteOf(record, serverId, this.#now()));
        break;
      case 'report':
        serverId = `J${this.commits.length + 1}`;
        this.jobs.set(serverId, newJob(content));
        break;
      case 'update': {
        const job = this.jobs.get(record.jobId);
        const before = job && [...job.changes];
        if (!job || !this.#change(job, record, files)) return 'stale';
        const { deliverable, status } = record.payload as JobPayload;
        if (!deliverable || status) onTopOf = before;
        const reason = reasonIn(record.payload);
        answer = {
          job: this.#job(record.jobId),
          communication: reason === '' ? null : this.#post(record, reason, serverId),
          ...(before && { versionBefore: before.length + 1 }),
        };
        break;
      }
      case 'assignment':
        break;
      case 'shot':
      case 'savedReply':
      case 'view':
      case 'comparison':
      case 'snooze':
        this.#choose(outbound, sentAt);
    }
    this.commits.push({
      clientId: record.clientId,
      content,
      jobId: record.jobId,
      laneKey: record.laneKey,
      seq: record.seq,
      serverId,
      ownerUid: record.ownerUid,
      bearerUid: userOfToken(idToken),
      kind: record.kind,
      sentAt,
      writtenSecondsAgo: outbound.writtenSecondsAgo,
      bytes: files
        .map((file) => file.chunks.map((chunk) => Buffer.from(chunk).toString()).join(''))
        .join('|'),
      ...(onTopOf && { onTopOf }),
    });
    const delivered = { serverId, response: answer };
    this.#answers.set(record.clientId, delivered);
    return delivered;
  }

  /** Carries out a choice, which was made as long before its request left as that says. */
  #choose({ record, writtenSecondsAgo }: Outbound, sentAt: number): void {
    const choice = choiceIn(record);
    if (!choice) return;
    const at = sentAt - (writtenSecondsAgo ?? 0) * 1000;
    this.choices.store(choice, record.ownerUid, record.order, at, record.clientId);
  }

  /** The same user chooses on another device, each time on one of its own, whose request arrives only now. */
  chooseElsewhere(key: string, value: string, ownerUid: string, at: number): void {
    const order = { device: `other${this.elsewhere.length}`, number: 1 };
    this.elsewhere.push({ key, value, ownerUid, clientId: '', ...order, at });
    this.choices.store({ key, value }, ownerUid, order, at);
  }

  /** Carries out a change of a job: a deliverable alone fits any version. @returns false for a stale one */
  #change(
    job: StoredJob,
    { clientId, ownerEmail, payload }: Extract<OutboxRecord, { kind: 'update' }>,
    files: readonly { name: string }[],
  ): boolean {
    const { version, jobDescription, deliverable, status } = payload as JobPayload;
    const makesVersion = jobDescription !== undefined || status !== undefined;
    if (makesVersion && version !== versionOf(job)) return false;
    if (makesVersion) job.changes.push(clientId);
    if (jobDescription !== undefined) job.jobDescription = jobDescription;
    if (status !== undefined) job.status = status;
    if (!deliverable) return true;
    const common = { ...deliverable, addedBy: ownerEmail, createdTimestamp: Math.floor(this.#now() / 1000) };
    const added = files.map(({ name }) => ({ ...common, file: { fileName: name } as Deliverable['file'] }));
    job.deliverables.push(...(added.length > 0 ? added : [{ ...common, file: null }]));
    return true;
  }

  /** Posts the reason of a change as a message. */
  #post(record: Extract<OutboxRecord, { kind: 'update' }>, reason: string, serverId: string): Message | null {
    const job = this.jobs.get(record.jobId);
    if (!job) return null;
    job.statusReason = reason;
    const payload = { content: reason, fromUserType: 'CLIENT', jobReporter: '', assignedTo: '' } as const;
    const message = { ...record, kind: 'message', payload } as const;
    this.messages.push(messageOf(message, [], serverId, this.commits.length + 1, this.#now()));
    return this.messages.at(-1) ?? null;
  }

  /** Another user cancels a job. */
  cancelElsewhere(jobId: string): void {
    const job = this.jobs.get(jobId);
    if (!job) return;
    job.changes.push('');
    job.jobDescription = 'cancelled elsewhere';
    job.statusReason = 'sold';
  }

  /** Responds with what `find` returns when the request arrives. */
  read<T>(find: () => T, answer: (result: () => T) => void): void {
    const sim = this.#sim;
    const fault = sim.chance(this.faultRate) ? sim.between(0, 4) : -1;
    sim.after(sim.between(5, 300), () => {
      const found = find();
      sim.after(sim.between(1, 300), () =>
        answer(() => {
          if (fault === 0 || this.isLineDown) throw new ApiError('offline');
          if (fault === 1) throw backendError(500, null);
          if (fault === 2) throw foreignError(200);
          if (fault === 3) throw errorOfForeign(404);
          return found;
        }),
      );
    });
  }

  conversation(jobId: string): Message[] {
    const found = this.messages.filter((message) => message.jobId === jobId);
    return found;
  }

  notesOf(jobId: string): Backend['notes'] {
    return this.notes.filter((note) => note.jobId === jobId);
  }

  /** Adds an answer of the same user from their other device: the same words, at the same time, with another photo. */
  answerElsewhere(jobId: string, shotId: string, ownerEmail: string): void {
    const communicationId = `other${this.messages.length}`;
    const link = { link: '', fileName: 'other.jpg', contentType: 'image/jpeg', size: 1 };
    this.messages.push({
      ...otherMessage,
      communicationId,
      jobId,
      content: answerText(shotId),
      status: 'NEW',
      createdTimestamp: Math.floor(this.#now() / 1000),
      fromUserId: ownerEmail,
      shot: { shotId, name: '' },
      fileAttachmentsInfo: { [`${communicationId}/other.jpg`]: link },
    });
  }

  /** Returns a job as the response to its change has it. */
  #job(jobId: string) {
    const job = this.jobs.get(jobId) ?? newJob(jobId);
    return { ...job, version: versionOf(job), jobId };
  }
}
