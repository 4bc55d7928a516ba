import type { Profile } from '../../src/contract/users/user.ts';
import type { Database } from '../data/db/db.ts';
import { dueDigest } from '../data/due/dueDigest.ts';
import { type Letterhead, readLetterhead } from '../data/firm.ts';
import type { Email } from '../data/notify/email.ts';
import { type EmailContent, emailContent } from '../data/notify/emailContent.ts';
import { type EmailPayload, type EmailTask, hasOtherNotices } from '../data/notify/emailQueue.ts';
import { newMailToken } from '../data/notify/mailTokens.ts';
import { newReplyToken } from '../data/notify/replyTokens.ts';
import { findReport } from '../data/notify/unpostedReports.ts';
import { callerProfile } from '../data/users/callers.ts';
import { invitationContent } from '../data/users/invitations.ts';
import { approvalEmail, declineEmail, invitationEmail, revocationEmail } from './accountEmails.ts';
import { dueDigestEmail } from './dueDigestEmail.ts';
import { noticeEmail } from './noticeEmail.ts';
import { isListable, noticeListEmail } from './noticeListEmail.ts';
import { addressWithToken } from './replyAddress.ts';
import type { ReplyConfig } from './replyConfig.ts';
import { unpostedEmail } from './unpostedEmail.ts';

export type WriterParts = {
  db: Database;
  publicUrl: string;
  replies: Pick<ReplyConfig, 'address'> | null;
  /** Whether emails about jobs quote messages and reasons. */
  emailTexts: boolean;
};

/**
 * What an email says by now; `due` if it has to wait until then (seconds); `joins` if it is an entry of the list about several jobs; null
 * when there is nothing to say, or nobody to say it to.
 */
export type WrittenEmail = Email | { due: number } | { joins: string } | null;

type Kind = EmailPayload['kind'];
type PayloadOf<K extends Kind> = Extract<EmailPayload, { kind: K }>;
type Writer<K extends Kind> = (
  parts: WriterParts & { firm: Letterhead },
  task: EmailTask & { recipient: string },
  payload: PayloadOf<K>,
  now: number,
) => Promise<WrittenEmail>;

/**
 * Returns the address for replies of this recipient to this job; undefined where replies are not delivered, for emails that do not have
 * what they are about, and for those about staff notes: the reply to a note would go to the client.
 */
async function replyToOf(
  { db, replies, emailTexts }: WriterParts,
  { to, job, entries }: EmailContent,
  now: number,
): Promise<string | undefined> {
  if (!replies || !emailTexts || entries.some(({ kind }) => kind === 'mention')) return undefined;
  const token = await newReplyToken(db, { email: to.email, jobId: job.jobId }, now);
  return addressWithToken(replies.address, token);
}

/** Writes the email about one job. */
async function aboutJob(
  parts: WriterParts & { firm: Letterhead },
  given: EmailContent,
  now: number,
): Promise<Email> {
  const { db, publicUrl, emailTexts: hasTexts, firm } = parts;
  const content = { ...given, to: { ...given.to, firm } };
  const token = await newMailToken(db, content.to.email, now);
  const replyTo = await replyToOf(parts, content, now);
  return { ...noticeEmail(content, { publicUrl, token, replyTo, hasTexts }), thread: content.job.jobId };
}

/** Returns the writer of an email about an account, which is sent while the account is as it says. */
function aboutAccount<K extends Kind>(
  isTrue: (profile: Profile) => boolean,
  write: (profile: Profile & { firm: Letterhead }, publicUrl: string) => Email,
): Writer<K> {
  return async ({ db, publicUrl, firm }, { recipient }) => {
    const profile = await callerProfile(db, recipient);
    return profile && isTrue(profile) ? write({ ...profile, firm }, publicUrl) : null;
  };
}

const writers: { [K in Kind]: Writer<K> } = {
  async notice(parts, task, { jobId }, now) {
    const { db } = parts;
    const content = await emailContent(db, { ...task, jobId }, now);
    if (!content || 'due' in content) return content;
    if (isListable(content) && (await hasOtherNotices(db, task))) return { joins: jobId };
    return aboutJob(parts, content, now);
  },
  async notices(parts, { recipient, items }, _payload, now) {
    const { db, publicUrl, emailTexts: hasTexts, firm } = parts;
    const contents: EmailContent[] = [];
    // They have joined in no order.
    const oldestFirst = items.toSorted(
      (a, b) => a.created - b.created || (a.changes[0] ?? 0) - (b.changes[0] ?? 0),
    );
    for (const [jobId = '', ofJob] of Map.groupBy(oldestFirst, (item) => item.jobId)) {
      const content = await emailContent(db, { recipient, jobId, items: ofJob }, now);
      if (content && 'due' in content) return content;
      if (content) contents.push(content);
    }
    const [first, ...more] = contents;
    if (!first) return null;
    if (more.length === 0) return aboutJob(parts, first, now);
    const token = await newMailToken(db, recipient, now);
    return noticeListEmail([{ ...first, to: { ...first.to, firm } }, ...more], {
      publicUrl,
      token,
      hasTexts,
    });
  },
  async digest({ db, publicUrl, firm }, { recipient, expires }, _payload, now) {
    const isLate = expires !== null && now >= expires;
    const digest = isLate ? null : await dueDigest(db, recipient, now);
    return (
      digest &&
      dueDigestEmail(
        { ...digest, to: { ...digest.to, firm } },
        publicUrl,
        await newMailToken(db, recipient, now),
      )
    );
  },
  async invitation({ db, publicUrl, firm }, _task, { invitationId }, now) {
    const content = await invitationContent(db, invitationId, now);
    if (!content) return null;
    const link = `${publicUrl}/auth/signup?${new URLSearchParams({ invitation: content.token })}`;
    return invitationEmail({ ...content.to, firm }, content.invitedBy, link, content);
  },
  approval: aboutAccount(
    ({ userApproved }) => userApproved,
    (to, publicUrl) => approvalEmail(to, `${publicUrl}/`),
  ),
  decline: aboutAccount(({ userRefused }) => userRefused, declineEmail),
  revocation: aboutAccount(({ userRefused }) => userRefused, revocationEmail),
  async unposted({ db, publicUrl, firm }, { recipient }, { reportId }) {
    const report = await findReport(db, reportId);
    const profile = report && (await callerProfile(db, recipient));
    const to = { email: recipient, firstName: profile?.firstName ?? '', firm };
    return report && unpostedEmail(to, report, publicUrl);
  },
};

/** Writes the email of a task from what the database has by now (`now` in seconds). */
export async function writeEmail(parts: WriterParts, task: EmailTask, now: number): Promise<WrittenEmail> {
  const { recipient, payload } = task;
  if (recipient === null) return null;
  const write = writers[payload.kind] as Writer<Kind>;
  return write({ ...parts, firm: await readLetterhead(parts.db) }, { ...task, recipient }, payload, now);
}
