import type { FastifyBaseLogger } from 'fastify';
import type { ImapFlow } from 'imapflow';
import { Refusal, Unavailable } from '../errors/errors.ts';
import { maxEmailBytes, maxHeadLength } from './readEmail.ts';
import type { TakeReply } from './replies.ts';

/** Attempts at an email that fails for no known reason, before it is left for a person to look at. */
const mostAttempts = 5;
/** Sessions that may end between the fetch of an email and its mark, for `patienceMs` at least, before it is passed over. */
const mostFetches = 4;
/** Marks an email that was taken: somebody may open others first. */
export const takenMark = '$EvJobsTaken';

/** Thrown where an email cannot be marked, and would be fetched again and again. */
export class UnmarkableMailbox extends Error {
  readonly code = 'UnmarkableMailbox';
}

/**
 * Takes the emails that wait in a mailbox, one after the other, and marks each. Remembers over the sessions of a receiver which of them
 * failed, and which a session ended with, so that one email never stops the others.
 */
export function openEmailTaker(
  takeReply: TakeReply,
  log: Pick<FastifyBaseLogger, 'error'>,
  signal: AbortSignal,
  patienceMs: number,
) {
  /** By the id of the email in the mailbox. */
  const failures = new Map<number, number>();
  /** How many sessions ended between the fetch of an email and its mark, and since when. */
  const fetches = new Map<number, { count: number; sinceMs: number }>();

  /** Returns whether an email is done with: taken, or left for a person after several unexpected errors. */
  async function take(uid: number, raw: Buffer, isCut: boolean): Promise<'taken' | 'later' | 'left'> {
    try {
      await takeReply(raw, { isCut });
      return 'taken';
    } catch (error) {
      if (error instanceof Unavailable || error instanceof Refusal) return 'later';
      const count = (failures.get(uid) ?? 0) + 1;
      failures.set(uid, count);
      log.error({ err: error, uid }, 'an email could not be taken');
      return count < mostAttempts ? 'later' : 'left';
    }
  }

  /** Returns the emails that wait, those last that a session ended with. */
  async function waitingIn(client: ImapFlow, first: number | null): Promise<number[]> {
    const untaken = { unKeyword: takenMark };
    // One that was given up comes again once a person has marked it as unread.
    const waits = first === null ? {} : { or: [untaken, { flagged: true }] };
    const unseen = (await client.search({ seen: false, ...waits }, { uid: true })) || [];
    const opened =
      first === null ? [] : (await client.search({ uid: `${first}:*`, ...untaken }, { uid: true })) || [];
    const fetched = (uid: number) => fetches.get(uid)?.count ?? 0;
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

  /** Takes what waits. @param first the first email of ours, where the mailbox stores marks of our own; else null */
  async function takeWaiting(client: ImapFlow, first: number | null): Promise<void> {
    const marks = ['\\Seen', ...(first === null ? [] : [takenMark])];
    for (const uid of await waitingIn(client, first)) {
      if (signal.aborted) return;
      const range = String(uid);
      const { count, sinceMs } = fetches.get(uid) ?? { count: 0, sinceMs: performance.now() };
      const isGivenUp = count >= mostFetches && performance.now() - sinceMs >= patienceMs;
      fetches.set(uid, { count: isGivenUp ? count + 1 : Math.min(count + 1, mostFetches), sinceMs });
      if (isGivenUp) {
        // The connection ended each time: without this, none of the others would ever come.
        log.error({ uid }, 'an email cannot be fetched, and is left where it is, flagged');
        if (await client.messageFlagsAdd(range, [...marks, '\\Flagged'], { uid: true })) fetches.delete(uid);
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
      if (result === 'left') log.error({ uid }, 'an email was given up, and is left where it is, flagged');
      const flags = result === 'left' ? [...marks, '\\Flagged'] : marks;
      const isMarked = await client.messageFlagsAdd(range, flags, { uid: true });
      if (!isMarked) throw new UnmarkableMailbox();
      fetches.delete(uid);
    }
  }

  /** Forgets what failed: the mailbox numbers its emails anew. */
  function forget(): void {
    failures.clear();
    fetches.clear();
  }
  return { takeWaiting, forget };
}
