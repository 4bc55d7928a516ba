import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../data/db/db.ts';
import { dueDigest } from '../data/notify/dueDigest.ts';
import type { Email } from '../data/notify/email.ts';
import { type EmailContent, emailContent } from '../data/notify/emailContent.ts';
import type { EmailTask } from '../data/notify/emailQueue.ts';
import { mailTokenOf } from '../data/notify/mailTokens.ts';
import { newReplyToken } from '../data/notify/replyTokens.ts';
import { closeTask, dropTask, finishTask, rescheduleTask } from '../data/tasks.ts';
import type { Handler, Run } from '../queue/runTask.ts';
import { addressWithToken } from '../replies/replyAddress.ts';
import type { Replies } from '../replies/takeReply.ts';
import { dueDigestEmail } from './dueDigestEmail.ts';
import type { Mail } from './mail.ts';
import { mailFailureOf } from './mailFailure.ts';
import { noticeEmail } from './noticeEmail.ts';

const minute = 60;
const hour = 60 * minute;
/** Delays before the second attempt, the third …, the last one repeating. */
const retrySeconds = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour] as const;
const giveUpSeconds = 72 * hour;
/** First and longest pause after the mail server could not be reached. */
const [firstPauseSeconds, longestPauseSeconds] = [5, 5 * minute];

/** Sends emails; retries each until the mail server accepts it, rejects it permanently, or it expires: after three days, unless it says otherwise. */
export function emailHandler(parts: {
  db: Database;
  mail: Mail;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  publicUrl: string;
  replies: Pick<Replies, 'address'> | null;
}): Handler {
  const { db, mail, log, publicUrl, replies } = parts;
  const now = () => Math.floor(parts.now() / 1000);
  let pauseSeconds = 0;
  let pausedUntil = 0;

  /** Returns the content of a notice; null when it is not sent now, and has been dropped or rescheduled. */
  async function contentOf(task: EmailTask, jobId: string): Promise<EmailContent | null> {
    const { recipient, items } = task;
    const found = recipient === null ? null : await emailContent(db, { recipient, jobId, items }, now());
    if (found === null) await dropTask(db, task);
    else if ('due' in found) await rescheduleTask(db, task, { runAfter: found.due, counts: false });
    else return found;
    return null;
  }

  /**
   * Returns the address for replies of this recipient to this job; undefined where replies are not delivered, and for emails about staff
   * notes: the reply to a note would go to the client.
   */
  async function replyToOf({ to, job, entries }: EmailContent): Promise<string | undefined> {
    if (!replies || entries.some(({ kind }) => kind === 'mention')) return undefined;
    const token = await newReplyToken(db, { email: to.email, jobId: job.jobId }, now());
    return addressWithToken(replies.address, token);
  }

  /** Returns the email about due jobs; null when there is nothing to say any more, and the task has been dropped. */
  async function digestOf(task: EmailTask): Promise<Email | null> {
    const { recipient, expires } = task;
    const isLate = expires !== null && now() >= expires;
    const digest = recipient === null || isLate ? null : await dueDigest(db, recipient, now());
    if (digest) return dueDigestEmail(digest, publicUrl, await mailTokenOf(db, digest.to.email));
    await dropTask(db, task);
    return null;
  }

  /** Returns the email of a task; null when it is not sent now. */
  async function writtenEmail(task: EmailTask): Promise<Email | null> {
    const { payload, recipient } = task;
    if (payload.kind === 'digest') return digestOf(task);
    if (payload.kind !== 'notice') return { ...payload, to: recipient ?? '' };
    const content = await contentOf(task, payload.jobId);
    return (
      content &&
      noticeEmail(content, publicUrl, await mailTokenOf(db, content.to.email), await replyToOf(content))
    );
  }

  async function end(task: EmailTask, outcome: 'SENT' | 'REFUSED' | 'GIVEN_UP', error = ''): Promise<void> {
    // Deletes the text of the email.
    await finishTask(db, task, { now: now(), outcome, error, payload: { kind: task.payload.kind } });
  }

  /** Pauses all emails, with growing intervals, while the mail server cannot be reached. */
  function pause(code: string, { pausePool }: Run): void {
    if (now() < pausedUntil) return;
    if (pauseSeconds === 0) log.warn({ code }, 'the mail server accepts no emails');
    pauseSeconds = Math.min(pauseSeconds * 2 || firstPauseSeconds, longestPauseSeconds);
    pausedUntil = now() + pauseSeconds;
    pausePool(pausedUntil);
  }

  async function saveFailure(task: EmailTask, giveUpAt: number, error: unknown, run: Run): Promise<void> {
    const { kind } = task.payload;
    const { says, code } = mailFailureOf(error);
    if (says === 'away') pause(code, run);
    else pauseSeconds = 0;
    if (says === 'refused') {
      log.error({ kind, code }, 'an email was rejected permanently');
      await end(task, 'REFUSED', code);
    } else if (now() >= giveUpAt) {
      log.error({ kind, code }, 'an email was given up');
      await end(task, 'GIVEN_UP', code);
    } else {
      const retry = retrySeconds[task.attempts - 1] ?? retrySeconds[retrySeconds.length - 1] ?? hour;
      const runAfter = now() + (says === 'away' ? firstPauseSeconds : retry);
      await rescheduleTask(db, task, { runAfter, counts: says === 'later', error: code });
    }
  }

  return {
    kind: 'email',
    atOnce: 10,
    // Longer than an attempt takes, because the recipient would see a duplicate.
    leaseSeconds: 5 * minute,
    async handle(leased, run) {
      const task = leased as EmailTask;
      const email = await writtenEmail(task);
      if (!email) return;
      const giveUpAt = task.expires ?? now() + giveUpSeconds;
      // From here on the email may arrive in any case, so later notices go into another one.
      if (!(await closeTask(db, task, giveUpAt))) {
        await rescheduleTask(db, task, { runAfter: task.runAfter, counts: false });
        return;
      }
      try {
        await mail.send({ ...email, emailId: task.taskId });
      } catch (error) {
        return saveFailure(task, giveUpAt, error, run);
      }
      pauseSeconds = 0;
      await end(task, 'SENT');
    },
  };
}
