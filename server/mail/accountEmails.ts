import { type UserType, userTypes } from '../../src/contract/enums.ts';
import { type Addressee, renderEmail } from './emailLayout.ts';
import type { Email } from './mail.ts';

const invitedTo: Record<UserType, string> = {
  CLIENT: 'to report jobs, follow their progress and talk about them with the engineers',
  EMPLOYEE: 'to work on the jobs that clients report',
  ADMIN: 'to work on the jobs that clients report, and to look after the accounts',
  UNSPECIFIED: 'to use EV Jobs',
};

/** The email to somebody invited. `link` opens the sign-up page. */
export function invitationEmail(
  to: Addressee & { userType: UserType },
  invitedBy: { userName: string },
  link: string,
): Email {
  return renderEmail(to, {
    kind: 'invitation',
    subject: `${invitedBy.userName} invites you to EV Jobs`,
    blocks: [
      `${invitedBy.userName} invites you ${invitedTo[to.userType]}. Your account (${userTypes[to.userType].toLowerCase()}) is ready as soon as you have signed up with this e-mail address and confirmed it.`,
      'If you did not expect this email, you can ignore it: no account exists until you make one.',
    ],
    action: { words: 'Sign up', link },
  });
}

/** The email to somebody whose account was approved. `link` opens the app. */
export function approvalEmail(to: Addressee, link: string): Email {
  return renderEmail(to, {
    kind: 'approval',
    subject: 'Your EV Jobs account is approved',
    blocks: ['Your account has been approved. You can now sign in and begin.'],
    action: { words: 'Open EV Jobs', link },
  });
}

/** The email to somebody whose account was refused. */
export function declineEmail(to: Addressee): Email {
  return renderEmail(to, {
    kind: 'refusal',
    subject: 'Your EV Jobs account was not approved',
    blocks: [
      'We looked at your request for an account and could not approve it.',
      'If you think this is a mistake, please write to the person you work with at our office; we will gladly look again.',
    ],
  });
}
