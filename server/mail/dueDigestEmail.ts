import { dueDateText } from '../../src/contract/due/dueDates.ts';
import type { DueDigest } from '../data/due/dueDigest.ts';
import type { Email } from '../data/notify/email.ts';
import { type Addressee, renderEmail } from './emailLayout.ts';

function counted(count: number, words: string): string {
  return `${count} ${count === 1 ? 'job' : 'jobs'} ${words}`;
}

/**
 * Returns the email that an employee gets in the morning about their jobs that are due.
 *
 * @param publicUrl the app's own origin
 * @param token of its links, from `newMailToken`
 */
export function dueDigestEmail(
  digest: DueDigest & { to: Addressee },
  publicUrl: string,
  token: string,
): Email {
  const { to, overdue, soon, jobs } = digest;
  const counts = [
    ...(overdue > 0 ? [counted(overdue, 'overdue')] : []),
    ...(soon > 0 ? [counted(soon, 'due soon')] : []),
  ];
  const listOf = (isOverdue: boolean) =>
    jobs
      .filter((job) => job.isOverdue === isOverdue)
      .map(({ project, jobCode, date }) => `${project} (${jobCode}): due ${dueDateText(date)}`);
  const [late, next] = [listOf(true), listOf(false)];
  const left = overdue + soon - jobs.length;
  const unsubscribe = `${publicUrl}/api/mail/unsubscribe/${token}`;
  return renderEmail(to, {
    kind: 'digest',
    subject: counts.join(', '),
    blocks: [
      ...(late.length > 0 ? ['Overdue:', { list: late }] : []),
      ...(next.length > 0 ? ['Due soon:', { list: next }] : []),
      ...(left > 0 ? [`${left} more ${left === 1 ? 'job' : 'jobs'} in the app.`] : []),
    ],
    action: {
      text: 'Open jobs',
      link: `${publicUrl}/jobs/listing/all?${new URLSearchParams({
        due: overdue > 0 ? 'overdue' : 'soon',
        assignee: to.email,
      })}`,
    },
    small: {
      text: 'You’re getting this email because jobs assigned to you are due. It comes on business days.',
      links: [
        { text: 'Manage notifications', link: `${publicUrl}/account` },
        { text: 'Unsubscribe', link: unsubscribe },
      ],
    },
    unsubscribe,
  });
}
