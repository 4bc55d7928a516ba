import type { Email } from '../data/notify/email.ts';
import type { EmailContent, EmailEntry } from '../data/notify/emailContent.ts';
import { type Addressee, renderEmail } from './emailLayout.ts';
import { type EmailStyle, jobEmailEnd, jobLabel, lineOf } from './noticeEmail.ts';

/** Further jobs are listed in the app. */
const mostJobs = 30;

type Kind = EmailEntry['kind'];
const kinds: readonly Kind[] = ['new-job', 'assignment', 'status', 'tracking'];

/**
 * Whether an email about a job may be an entry of a list: nothing in it wants an answer or is what the recipient waits for. A reason is a
 * message.
 */
export function isListable({ entries }: EmailContent): boolean {
  return entries.every((entry) => kinds.includes(entry.kind) && !(entry.kind === 'status' && entry.reason));
}

function subjectOf(contents: readonly EmailContent[]): string {
  const count = contents.length;
  const areAll = (kind: Kind) =>
    contents.every(({ entries }) => entries.every((entry) => entry.kind === kind));
  if (areAll('assignment')) return `${count} jobs assigned to you`;
  if (areAll('new-job')) return `${count} new jobs`;
  const statuses = new Set(
    contents.flatMap(({ entries }) => entries.map((entry) => (entry.kind === 'status' ? entry.to : ''))),
  );
  const [status] = statuses;
  return statuses.size === 1 && status
    ? `Status changed to ${status} on ${count} jobs`
    : `Updates on ${count} jobs`;
}

/** Returns one email about several jobs. Nothing in it is a message, so there is nothing to answer. */
export function noticeListEmail(
  contents: readonly [EmailContent & { to: Addressee }, ...EmailContent[]],
  style: Omit<EmailStyle, 'replyTo'>,
): Email {
  const [{ to, settings }] = contents;
  const { publicUrl, hasTexts } = style;
  const items = contents.map((content) => {
    const lines = content.entries.flatMap((entry) =>
      entry.kind === 'message' || entry.kind === 'delivery' ? [] : [lineOf(entry, { ...content, hasTexts })],
    );
    return `${jobLabel(content)}: ${lines.join(' ')}`;
  });
  const left = items.length - mostJobs;
  const areAssignments = contents.every(({ entries }) => entries.some(({ kind }) => kind === 'assignment'));
  const search = areAssignments ? `?${new URLSearchParams({ assignee: to.email })}` : '';
  return renderEmail(to, {
    kind: 'notice',
    subject: subjectOf(contents),
    blocks: [
      'Here’s what’s new on your jobs:',
      { list: items.slice(0, mostJobs) },
      ...(left > 0 ? [`${left} more ${left === 1 ? 'job' : 'jobs'} in the app.`] : []),
    ],
    action: { text: 'Open jobs', link: `${publicUrl}/jobs/listing/all${search}` },
    ...jobEmailEnd(settings, { ...style, replyTo: undefined }),
  });
}
