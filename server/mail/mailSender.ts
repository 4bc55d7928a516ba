import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../data/db.ts';
import { type ClaimedLetter, claimLetters, endLetter, putLetterOff } from '../data/mailQueue.ts';
import { mailTokenOf } from '../data/mailTokens.ts';
import type { Sender } from '../notify/notifier.ts';
import type { Letter, Mail } from './mail.ts';
import { type MailFailure, mailFailureOf } from './mailFailure.ts';
import { noticeLetter } from './noticeLetter.ts';

const minute = 60;
const hour = 60 * minute;
/** Before the second try of a letter, the third …, and every one after the last. */
const retrySeconds = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour] as const;
const giveUpSeconds = 72 * hour;
/** A mail server that is not there is looked for again so soon at first, and so late at last. */
const [firstPauseSeconds, longestPauseSeconds] = [5, 5 * minute];

type Outcome = { says: 'sent' } | MailFailure;

/** Sends the letters that are due, each until the mail server takes it, refuses it for good, or three days are over. */
export function mailSender(parts: {
  db: Database;
  mail: Mail;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  publicUrl: string;
}): Sender {
  const { db, mail, log, publicUrl } = parts;
  const now = () => Math.floor(parts.now() / 1000);
  let pauseSeconds = 0;
  let pausedUntil = 0;

  async function written(claimed: ClaimedLetter): Promise<Letter> {
    if ('letter' in claimed) return claimed.letter;
    const { matter } = claimed;
    return noticeLetter(matter, publicUrl, await mailTokenOf(db, matter.to.email));
  }

  async function failed(claimed: ClaimedLetter, error: unknown): Promise<Outcome> {
    const { letterId, kind, tried, attempts } = claimed;
    const { says, code } = mailFailureOf(error);
    if (says === 'refused') {
      log.error({ kind, code }, 'a letter was refused for good');
      await endLetter(db, letterId, 'REFUSED', now(), code);
    } else if (now() - tried >= giveUpSeconds) {
      log.error({ kind, code }, 'a letter was given up');
      await endLetter(db, letterId, 'GIVEN_UP', now(), code);
    } else {
      const retry = retrySeconds[attempts - 1] ?? retrySeconds[retrySeconds.length - 1] ?? hour;
      const due = now() + (says === 'away' ? firstPauseSeconds : retry);
      await putLetterOff(db, claimed, { due, error: code, counts: says === 'later' });
    }
    return { says, code };
  }

  async function sendOne(claimed: ClaimedLetter): Promise<Outcome> {
    const letter = await written(claimed);
    try {
      await mail.send({ ...letter, letterId: claimed.letterId });
    } catch (error) {
      return failed(claimed, error);
    }
    await endLetter(db, claimed.letterId, 'SENT', now());
    return { says: 'sent' };
  }

  /** While nothing but silence comes back, one look now and then is enough. */
  function rest(outcomes: readonly Outcome[]): void {
    const [first] = outcomes;
    if (!first) return;
    const away = outcomes.every(({ says }) => says === 'away');
    if (away && pauseSeconds === 0) log.warn(first, 'the mail server takes no letters');
    pauseSeconds = away ? Math.min(pauseSeconds * 2 || firstPauseSeconds, longestPauseSeconds) : 0;
    pausedUntil = now() + pauseSeconds;
  }

  return async (stop) => {
    while (!stop.aborted && now() >= pausedUntil) {
      const claimed = await claimLetters(db, now());
      if (!claimed) break;
      const settled = await Promise.allSettled(claimed.map(sendOne));
      // The database's own trouble: the letters stay claimed, and come again.
      for (const result of settled) if (result.status === 'rejected') throw result.reason;
      rest(settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
    }
  };
}
