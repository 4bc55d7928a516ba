import type { FastifyBaseLogger } from 'fastify';
import { ImapFlow, type MailboxObject } from 'imapflow';
import type { Queryable } from '../data/db/db.ts';
import { firstReplyOf } from '../data/notify/replyMailboxes.ts';
import { isLoopbackName } from '../push/publicHost.ts';
import { openEmailTaker, takenMark, UnmarkableMailbox } from './emailTaker.ts';
import type { TakeReply } from './replies.ts';

/** In milliseconds. */
const usualTimes = {
  /** How soon an email is fetched whose arrival the server did not announce, and one that failed is tried again. */
  poll: 30_000,
  /** First and longest pause after the server could not be reached, or did not give what waits. */
  firstPause: 5000,
  longestPause: 5 * 60_000,
  /** How long a server may leave a command without a byte of response, before the connection counts as dead. */
  silence: 2 * 60_000,
  /** How long an email is fetched again at which connections end: a mail server may be out of order that long. */
  patience: 60 * 60_000,
};

export type ReplyReceiver = { close(): Promise<void> };

function codeOf(error: unknown): string {
  const { code, name } =
    error instanceof Error ? (error as Error & { code?: unknown }) : { code: '', name: '' };
  return typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? code : name;
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

/** Returns a part of an address; one with a `%` that encodes nothing as it is, as the other addresses with passwords are read. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns a client for an address like `imaps://user:password@host/INBOX`. */
function clientOf(url: string, silence: number): { client: ImapFlow; mailbox: string; name: string } {
  const { protocol, hostname, port, username, password, pathname, host } = new URL(url);
  const secure = protocol === 'imaps:';
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    // A password never goes over a network unencrypted.
    doSTARTTLS: !secure && !isLoopbackName(hostname),
    auth: { user: decoded(username), pass: decoded(password) },
    logger: false,
    // Announcements of new emails are waited for as soon as nothing is being fetched.
    autoIdleDelay: 1000,
    socketTimeout: silence,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
  });
  const mailbox = decoded(pathname.slice(1)) || 'INBOX';
  return { client, mailbox, name: `${username}@${host}/${mailbox}` };
}

/** Returns the number of the first email that arrived yesterday or today, or of the next one. */
async function firstSinceYesterday(client: ImapFlow, uidNext: number): Promise<number> {
  const since = new Date(Date.now() - 24 * 3_600_000);
  const uids = (await client.search({ since }, { uid: true })) || [];
  return uids.reduce((first, uid) => Math.min(first, uid), uidNext);
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
  const { poll, firstPause, longestPause, silence, patience } = { ...usualTimes, ...times };
  const closing = new AbortController();
  const { signal } = closing;
  const taker = openEmailTaker(takeReply, log, signal, patience);
  let validity = 0n;
  let isConnected = false;
  let pauseMs = 0;

  /** Runs until the connection ends. */
  async function session(): Promise<void> {
    const { client, mailbox, name } = clientOf(url, silence);
    const end = () => client.close();
    client.on('error', () => {});
    signal.addEventListener('abort', end);
    try {
      await client.connect();
      const opened = await client.mailboxOpen(mailbox);
      const { uidValidity, uidNext } = opened;
      if (uidValidity !== validity) {
        taker.forget();
        validity = uidValidity;
      }
      const first = mustKeepMarks(opened)
        ? await firstReplyOf(db, name, { uidValidity: Number(uidValidity), uidNext }, () =>
            firstSinceYesterday(client, uidNext),
          )
        : null;
      isConnected = true;
      while (!signal.aborted && client.usable) {
        const next = pause(poll, signal, client);
        await taker.takeWaiting(client, first);
        pauseMs = 0;
        await next;
      }
    } finally {
      isConnected = false;
      signal.removeEventListener('abort', end);
      client.close();
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await session();
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
