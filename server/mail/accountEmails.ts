import { type UserType, userTypes } from '../../src/contract/enums.ts';
import type { Email } from '../data/notify/email.ts';
import { type Addressee, renderEmail } from './emailLayout.ts';

const invitedTo: Record<UserType, string> = {
  CLIENT: 'to submit jobs, track their progress, and message the engineering team',
  EMPLOYEE: 'to work on client jobs',
  ADMIN: 'to work on client jobs and manage accounts',
  UNSPECIFIED: 'to use EV Jobs',
};

/**
 * The email to someone invited. `link` opens the sign-up page.
 *
 * @param jobs whether a job waits for them, of which it says no more, and whether one waits for their documents
 */
export function invitationEmail(
  to: Addressee & { userType: UserType },
  invitedBy: { userName: string },
  link: string,
  jobs: { hasJobs: boolean; lacksDocuments: boolean } = { hasJobs: false, lacksDocuments: false },
): Email {
  return renderEmail(to, {
    kind: 'invitation',
    subject: `${invitedBy.userName} invited you to EV Jobs`,
    blocks: [
      `${invitedBy.userName} invited you ${invitedTo[to.userType]}. Your role is ${userTypes[to.userType]}. To get started, create an account with this email address.`,
      ...(jobs.hasJobs ? ['We’ve already entered a job for you. You’ll find it when you sign in.'] : []),
      ...(jobs.lacksDocuments
        ? ['We need its documents from you to begin. Please add them to the job.']
        : []),
      'If you weren’t expecting this email, you can ignore it. No account is created until you sign up.',
    ],
    action: { text: 'Create account', link },
  });
}

/** The email to someone whose account was approved. `link` opens the app. */
export function approvalEmail(to: Addressee, link: string): Email {
  return renderEmail(to, {
    kind: 'approval',
    subject: 'Your EV Jobs account has been approved',
    blocks: ['Your account has been approved. Sign in to get started.'],
    action: { text: 'Open EV Jobs', link },
  });
}

const mistakeText =
  'If you think this is a mistake, contact your EV representative and we’ll take another look.';

/** The email to someone who was declined before anyone approved them. */
export function declineEmail(to: Addressee): Email {
  return renderEmail(to, {
    kind: 'refusal',
    subject: 'Your EV Jobs account was not approved',
    blocks: ['We reviewed your account request and weren’t able to approve it.', mistakeText],
  });
}

/** The email to someone whose approval was withdrawn. */
export function revocationEmail(to: Addressee): Email {
  return renderEmail(to, {
    kind: 'refusal',
    subject: 'Your access to EV Jobs was revoked',
    blocks: ['An admin removed your access to EV Jobs.', mistakeText],
  });
}

/** The email that an admin sends to themselves. `link` opens the app. */
export function testEmail(to: Addressee, link: string): Email {
  return renderEmail(to, {
    kind: 'test',
    subject: 'Test email from EV Jobs',
    blocks: ['This is the test email you asked for. Emails from EV Jobs reach you.'],
    action: { text: 'Open EV Jobs', link },
  });
}
