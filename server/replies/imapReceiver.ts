import type { FastifyBaseLogger } from 'fastify';
import { ImapFlow, type MailboxObject } from 'imapflow';
import type { Queryable } from '../data/db/db.ts';
import { firstReplyOf } from '../data/notify/replyMailboxes.ts';
import { Refusal, Unavailable } from '../errors.ts';
import { maxEmailBytes, maxHeadLength } from './readEmail.ts';
import type { TakeReply } from './replies.ts';

/** In milliseconds. */
const usualTimes = {
  /** How soon an email is fetched whose arrival the server did not announce, and one that failed is tried again. */
  poll: 30_000,
  /** First and longest pause after the server could not be reached. */
  firstPause: 5000,
  longestPause: 5 * 60_000,
};
/** Attempts at an email that fails for no known reason, before it is left for a person to look at. */
const mostAttempts = 5;
/** Sessions that may end between the fetch of an email and its mark, before it is passed over. */
const mostFetches = 4;
/** Marks an email that was taken: somebody may open others first. */
const takenMark = '$EvJobsTaken';
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

export type ReplyReceiver = { close(): Promise<void> };

function codeOf(error: unknown): string {
  const { code, name } =
    error instanceof Error ? (error as Error & { code?: unknown }) : { code: '', name: '' };
  return typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? code : name;
}

/** What keeps an email from being marked, so that it would be fetched again and again. */
class UnmarkableMailbox extends Error {
  readonly code = 'UnmarkableMailbox';
}

/**
 * Returns whether a mailbox stores marks of our own.
 *
 * @throws UnmarkableMailbox for a mailbox that is read-only, or does not store `\\Seen`
 */
function mustKeepMarks({ readOnly, permanentFlags: flags }: MailboxObject): boolean {
  const hasSeen = !flags || flags.size === 0 || flags.has('\\Seen') || flags.has('\\*');
  if (readOnly || !hasSeen) throw new UnmarkableMailbox();
  return flags?.has('\\*') === true || flags?.has(takenMark) === true;
}

/** Returns a client for an address like `imaps://user:password@host/INBOX`. */
function clientOf(url: string): { client: ImapFlow; mailbox: string; name: string } {
  const { protocol, hostname, port, username, password, pathname, host } = new URL(url);
  const secure = protocol === 'imaps:';
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    // A password never goes over a network unencrypted.
    doSTARTTLS: !secure && !loopback.test(hostname),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    // Announcements of new emails are waited for as soon as nothing is being fetched.
    autoIdleDelay: 1000,
    socketTimeout: 10 * 60_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
  });
  const mailbox = decodeURIComponent(pathname.slice(1)) || 'INBOX';
  return { client, mailbox, name: `${username}@${host}/${mailbox}` };
}

/** Resolves after a time, when emails arrive, when the connection ends, or when the receiver closes. */
function pause(ms: number, signal: AbortSignal, client?: ImapFlow): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      client?.off('exists', done);
      client?.off('close', done);
      signal.removeEventListener('abort', done);
      resolve();
    }
    client?.once('exists', done);
    client?.once('close', done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

/**
 * Fetches replies from a mailbox, as they arrive. An email is marked once it was taken: after a crash in between it comes again, and its
 * key recognises it. Several servers may read one mailbox. Where the mailbox stores marks of our own, what somebody opened is taken too;
 * elsewhere an email counts as taken once it is seen.
 */
export function openImapReceiver(
  url: string,
  { db, takeReply }: { db: Queryable; takeReply: TakeReply },
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  times: Partial<typeof usualTimes> = {},
): ReplyReceiver & { isConnected(): boolean } {
  const { poll, firstPause, longestPause } = { ...usualTimes, ...times };
  const closing = new AbortController();
  const { signal } = closing;
  /** By the id of the email in the mailbox. */
  const failures = new Map<number, number>();
  /** How many sessions ended between the fetch of an email and its mark. */
  const fetches = new Map<number, number>();
  let validity = 0n;
  let isConnected = false;

  /** Returns whether an email is done with: taken, or left for a person after several unexpected errors. */
  async function take(uid: number, raw: Buffer, isCut: boolean): Promise<'taken' | 'later' | 'left'> {
    try {
      await takeReply(raw, { isCut });
      return 'taken';
    } catch (error) {
      if (error instanceof Unavailable || error instanceof Refusal) return 'later';
      const count = (failures.get(uid) ?? 0) + 1;
      failures.set(uid, count);
      log.error({ err: error }, 'an email could not be taken');
      return count < mostAttempts ? 'later' : 'left';
    }
  }

  /** Returns the emails that wait, those last that a session ended with. */
  async function waitingIn(client: ImapFlow, first: number | null): Promise<number[]> {
    const untaken = first === null ? {} : { unKeyword: takenMark };
    const unseen = (await client.search({ seen: false, ...untaken }, { uid: true })) || [];
    const opened =
      first === null ? [] : (await client.search({ uid: `${first}:*`, ...untaken }, { uid: true })) || [];
    const fetched = (uid: number) => fetches.get(uid) ?? 0;
    // A range that begins above the last email contains it.
    return [...new Set([...unseen, ...opened.filter((uid) => uid >= (first ?? 0))])]
      .filter((uid) => fetched(uid) <= mostFetches)
      .sort((a, b) => fetched(a) - fetched(b) || a - b);
  }

  /** Returns an email, as far as it is read; null where there is none any more, or the server does not give it. */
  async function fetched(client: ImapFlow, uid: number): Promise<{ raw: Buffer; isCut: boolean } | null> {
    const range = String(uid);
    const about = await client.fetchOne(range, { size: true }, { uid: true });
    // Another server may have deleted it.
    if (!about) {
      fetches.delete(uid);
      return null;
    }
    const isCut = (about.size ?? 0) > maxEmailBytes;
    const source = isCut ? { maxLength: maxHeadLength } : true;
    const email = await client.fetchOne(range, { source }, { uid: true });
    if (!email || email.source === undefined) return null;
    return { raw: email.source, isCut };
  }

  async function takeWaiting(client: ImapFlow, first: number | null): Promise<void> {
    const marks = ['\\Seen', ...(first === null ? [] : [takenMark])];
    for (const uid of await waitingIn(client, first)) {
      if (signal.aborted) return;
      const range = String(uid);
      const count = (fetches.get(uid) ?? 0) + 1;
      fetches.set(uid, count);
      if (count > mostFetches) {
        // The connection ended each time: without this, none of the others would ever come.
        log.error({ uid }, 'an email cannot be fetched, and is left where it is, flagged');
        await client.messageFlagsAdd(range, [...marks, '\\Flagged'], { uid: true });
        continue;
      }
      const email = await fetched(client, uid);
      if (!email) continue;
      const result = await take(uid, email.raw, email.isCut);
      if (result === 'later') {
        fetches.delete(uid);
        continue;
      }
      failures.delete(uid);
      const flags = result === 'left' ? [...marks, '\\Flagged'] : marks;
      const isMarked = await client.messageFlagsAdd(range, flags, { uid: true });
      if (!isMarked) throw new UnmarkableMailbox();
      fetches.delete(uid);
    }
  }

  /** Runs until the connection ends. */
  async function session(onConnected: () => void): Promise<void> {
    const { client, mailbox, name } = clientOf(url);
    const end = () => client.close();
    client.on('error', () => {});
    signal.addEventListener('abort', end);
    try {
      await client.connect();
      const opened = await client.mailboxOpen(mailbox);
      const { uidValidity, uidNext } = opened;
      if (uidValidity !== validity) {
        failures.clear();
        fetches.clear();
        validity = uidValidity;
      }
      const first = mustKeepMarks(opened)
        ? await firstReplyOf(db, name, { uidValidity: Number(uidValidity), uidNext })
        : null;
      onConnected();
      while (!signal.aborted && client.usable) {
        const next = pause(poll, signal, client);
        await takeWaiting(client, first);
        await next;
      }
    } finally {
      isConnected = false;
      signal.removeEventListener('abort', end);
      client.close();
    }
  }

  async function run(): Promise<void> {
    let pauseMs = 0;
    while (!signal.aborted) {
      try {
        await session(() => {
          isConnected = true;
          pauseMs = 0;
        });
      } catch (error) {
        if (signal.aborted) return;
        if (pauseMs === 0) log.warn({ code: codeOf(error) }, 'emails with replies cannot be read');
      }
      pauseMs = Math.min(pauseMs * 2 || firstPause, longestPause);
      await pause(pauseMs, signal);
    }
  }

  const running = run();
  return {
    isConnected: () => isConnected,
    async close() {
      closing.abort();
      await running;
    },
  };
}
