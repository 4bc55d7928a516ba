import { ApiError } from '../../src/api/ApiError.ts';
import { Outbox } from '../../src/outbox/Outbox.ts';
import type { Environment, Notice, Outbound, Pieces, Token } from '../../src/outbox/records/environment.ts';
import type { CopiedFile } from '../../src/outbox/records/fileBytes.ts';
import { PieceSize } from '../../src/outbox/records/PieceSize.ts';
import type { Draft } from '../../src/outbox/records/record.ts';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { Message } from '../../src/contract/messages/message.ts';

/** One device with as many pages as a test wants. Its clock stands still until the test moves it. */
export const ada = { uid: 'ada', email: 'ada@ev.test' };
export const bob = { uid: 'bob', email: 'bob@ev.test' };

export function tokenOf({ uid, email }: typeof ada, exp = 4_000_000_000, subject = uid): Token {
  return { uid, email, exp, idToken: `h.${btoa(JSON.stringify({ sub: subject }))}.s` };
}

type Answer = () => Promise<{ serverId: string | null; response: unknown }>;

export function testDevice() {
  const listeners = new Set<{ from: object; listen: (notice: Notice) => void }>();
  const timers: { at: number; run: () => void }[] = [];
  let ids = 0;
  const device = {
    now: Date.UTC(2026, 10, 21, 10),
    factory: new IDBFactory(),
    session: ada as typeof ada | null,
    lanesAtOnce: 5,
    sendsWithoutPages: true,
    /** How far its clock was set, in milliseconds. */
    skewMs: 0,
    storageLeft: null as number | null,
    hasLock: false,
    /** The sent messages, in order. */
    sent: [] as Outbound[],
    renewals: 0,
    /** Responses to the next requests; after them, everything is accepted. */
    answers: [] as Answer[],
    token: (renew: boolean): Token | null | 'later' => {
      if (renew) device.renewals += 1;
      return device.session && tokenOf(device.session);
    },
    page: (changes: Partial<Environment> = {}) => new Outbox(env(changes)),
    env,
    /** Moves the clock and runs what is due. */
    async pass(ms: number) {
      device.now += ms;
      for (const timer of timers.splice(0)) {
        if (timer.at <= device.now) timer.run();
        else timers.push(timer);
      }
      await settled();
    },
  };
  function env(changes: Partial<Environment> = {}): Environment {
    const me = {};
    ids += 1;
    return {
      holder: `page ${ids}`,
      now: () => device.now + device.skewMs,
      elapsed: () => device.now,
      random: () => 0.5,
      uuid: () => `id-${++ids}`,
      after: (delayMs, run) => {
        const timer = { at: device.now + delayMs, run };
        timers.push(timer);
        return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
      },
      indexedDB: device.factory,
      storageLeft: async () => device.storageLeft,
      lock: null,
      channel: {
        post: (notice) => {
          for (const { from, listen } of listeners) if (from !== me) listen(notice);
        },
        listen: (listen) => {
          const entry = { from: me, listen };
          listeners.add(entry);
          return () => listeners.delete(entry);
        },
      },
      wire: {
        pieces: noPieces,
        send: (outbound) => {
          device.sent.push(outbound);
          return (device.answers.shift() ?? accepted)();
        },
      },
      sendsWithoutPages: () => device.sendsWithoutPages,
      lanesAtOnce: () => device.lanesAtOnce,
      token: async (renew) => device.token(renew),
      ...changes,
    };
  }
  let serverIds = 0;
  const accepted: Answer = async () => ({ serverId: `s${++serverIds}`, response: null });
  return device;
}

/** Sends all files within their requests. */
export const noPieces: Pieces = {
  smallBytes: Number.POSITIVE_INFINITY,
  size: new PieceSize(),
  begin: () => Promise.reject(new ApiError('not-found')),
  offset: async () => null,
  put: async () => 'gone',
};

export type TestDevice = ReturnType<typeof testDevice>;

/** Opens a page of a device. */
export function testPage() {
  const device = testDevice();
  return { device, page: device.page() };
}

/** Opens a page of a device on which nobody is signed in: it stores, and sends nothing. */
export function storesOnly() {
  const device = testDevice();
  device.session = null;
  return { device, page: device.page() };
}

export function refusedWith(status: number, code = ''): Answer {
  return async () => {
    throw new ApiError(code as never, undefined, { status });
  };
}

export const lost: Answer = async () => {
  throw new ApiError('offline');
};

/** Waits long enough for everything that needs no clock. */
export async function settled(): Promise<void> {
  for (let n = 0; n < 150; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function message(content: string, jobId = 'job-1'): Draft {
  return {
    kind: 'message',
    jobId,
    payload: { content, fromUserType: 'CLIENT', jobReporter: ada.email, assignedTo: '' },
  };
}

export function toggle(target: 'NEW' | 'ADDRESSED', communicationId = 'm-1'): Draft {
  return { kind: 'mark', jobId: 'job-1', payload: { communicationId, target } };
}

export function note(content: string, jobId = 'job-1'): Draft {
  return { kind: 'note', jobId, payload: { content, mentions: [bob.email] } };
}

export function copiedFile(name: string, ...texts: string[]): CopiedFile {
  const chunks = texts.map((text) => new TextEncoder().encode(text).buffer);
  const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  return { name, type: 'application/pdf', size, chunks, sha256: '' };
}

export async function statesOf(outbox: Outbox, uid = ada.uid) {
  return (await outbox.records(uid)).map((record) => [wordsOf(record), record.state]);
}

function wordsOf(record: Outbound['record']): string {
  if (record.kind === 'message' || record.kind === 'note') return record.payload.content;
  return record.kind === 'mark' ? record.payload.target : record.kind;
}

export function sentWords(device: TestDevice): string[] {
  return device.sent.map(({ record }) => wordsOf(record));
}

export function delivered(content: string, communicationId: string, changes: Partial<Message> = {}): Message {
  return {
    communicationId,
    jobId: 'job-1',
    content,
    status: 'NEW',
    createdTimestamp: Date.UTC(2026, 10, 21, 10) / 1000,
    sequence: 1,
    fromUserId: ada.email,
    toUserId: '',
    fromUserType: 'CLIENT',
    fileAttachmentsInfo: {},
    company: '',
    fromUserName: '',
    project: '',
    jobCode: '',
    ...changes,
  };
}
