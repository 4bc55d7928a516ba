import type { FastifyBaseLogger } from 'fastify';
import { closeTask, rescheduleTask } from '../data/leasedTasks.ts';
import { dropEmail, type EmailTask, endEmail, joinList } from '../data/notify/emailQueue.ts';
import type { Counters } from '../log/counters.ts';
import type { Run, TaskHandler } from '../queue/runTask.ts';
import type { Mail } from './mail.ts';
import { mailFailureOf } from './mailFailure.ts';
import { type WriterParts, writeEmail } from './writeEmail.ts';

const minute = 60;
const hour = 60 * minute;
/** Delays before the second attempt, the third …, the last one repeating. */
const retrySeconds = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour] as const;
const giveUpSeconds = 72 * hour;
/** First and longest pause after the mail server could not be reached. */
const [firstPauseSeconds, longestPauseSeconds] = [5, 5 * minute];

type Parts = WriterParts & {
  mail: Mail;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  counters: Pick<Counters, 'delivery'>;
};

/** Pauses all emails, with growing intervals, while the mail server cannot be reached. */
function openPause(log: Parts['log']) {
  let pauseSeconds = 0;
  let pausedUntil = 0;
  return {
    end(): void {
      pauseSeconds = 0;
    },
    begin(code: string, now: number, pausePool: Run['pausePool']): void {
      if (now < pausedUntil) return;
      // A firm whose relay has no TLS must not have to look for the fault.
      const why = code.startsWith('ETLS ')
        ? ': it takes no STARTTLS, and a password is sent encrypted only'
        : '';
      if (pauseSeconds === 0) log.warn({ code }, `the mail server accepts no emails${why}`);
      pauseSeconds = Math.min(pauseSeconds * 2 || firstPauseSeconds, longestPauseSeconds);
      pausedUntil = now + pauseSeconds;
      pausePool(pausedUntil);
    },
  };
}

/** Ends an email that failed, or has it tried again later; a mail server that is away does not count as an attempt. */
async function saveFailure(
  { db, log }: Parts,
  task: EmailTask,
  { says, code }: ReturnType<typeof mailFailureOf>,
  { now, giveUpAt }: { now: number; giveUpAt: number },
): Promise<void> {
  const { kind } = task.payload;
  const end = (outcome: 'REFUSED' | 'GIVEN_UP') =>
    db.tx((tx) => endEmail(tx, task, { now, outcome, error: code }));
  if (says === 'refused') {
    log.error({ kind, code }, 'an email was rejected permanently');
    await end('REFUSED');
  } else if (now >= giveUpAt) {
    log.error({ kind, code }, 'an email was given up');
    await end('GIVEN_UP');
  } else {
    const retry = retrySeconds[task.attempts - 1] ?? retrySeconds[retrySeconds.length - 1] ?? hour;
    const runAfter = now + (says === 'away' ? firstPauseSeconds : retry);
    await rescheduleTask(db, task, { runAfter, counts: says === 'later', error: code });
  }
}

/**
 * Sends emails; retries each until the mail server accepts it, rejects it permanently, or it expires: after three days, unless it says
 * otherwise.
 */
export function emailHandler(parts: Parts): TaskHandler<'email'> {
  const { db, mail } = parts;
  const now = () => Math.floor(parts.now() / 1000);
  const pause = openPause(parts.log);
  return {
    kind: 'email',
    atOnce: 10,
    // Longer than an attempt takes, because the recipient would see a duplicate.
    leaseSeconds: 5 * minute,
    async handle(task, { pausePool }) {
      const email = await writeEmail(parts, task, now());
      if (!email) return db.tx((tx) => dropEmail(tx, task));
      if ('joins' in email) return db.tx((tx) => joinList(tx, task, email.joins, now()));
      if ('due' in email)
        return void (await rescheduleTask(db, task, { runAfter: email.due, counts: false }));
      const giveUpAt = task.expires ?? now() + giveUpSeconds;
      // From here on the email may arrive in any case, so later notices go into another one.
      if (!(await closeTask(db, task, giveUpAt))) {
        await rescheduleTask(db, task, { runAfter: task.runAfter, counts: false });
        return;
      }
      try {
        await mail.send({ ...email, emailId: task.taskId });
      } catch (error) {
        const failure = mailFailureOf(error);
        parts.counters.delivery('email', failure.says);
        if (failure.says === 'away') pause.begin(failure.code, now(), pausePool);
        else pause.end();
        return saveFailure(parts, task, failure, { now: now(), giveUpAt });
      }
      parts.counters.delivery('email', 'sent');
      pause.end();
      await db.tx((tx) => endEmail(tx, task, { now: now(), outcome: 'SENT' }));
    },
  };
}
