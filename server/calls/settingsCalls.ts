import { randomUUID } from 'node:crypto';
import { administrators } from '../access/access.ts';
import { read, write } from '../http/callCosts.ts';
import type { CallHandler, CallRows } from '../http/callRow.ts';
import { testEmail } from '../mail/accountEmails.ts';
import { mailFailureOf } from '../mail/mailFailure.ts';

const sendTest: CallHandler<'testEmail'> = async ({ caller, services }) => {
  const email = testEmail({ email: caller.email, firstName: '' }, services.publicUrl);
  try {
    await services.mail.send({ ...email, emailId: randomUUID() });
    return { failure: '' };
  } catch (error) {
    return { failure: mailFailureOf(error).code };
  }
};

/** The calls of how this server is set up. */
export const settingsCalls = {
  firmSettings: {
    access: administrators,
    cost: read,
    tag: 'Users',
    summary: 'Get the settings of the server',
    description: 'For admins. Retention is in days.',
    handler: async ({ services: { sendsEmail, replies, retention } }) => {
      const { audit, emails, invitations, 'sign-ups': signUps, devices, replies: replyDays } = retention;
      return {
        sendsEmail,
        takesReplies: replies !== null,
        retention: { audit, emails, invitations, signUps, devices, replies: replyDays },
      };
    },
  },
  testEmail: {
    access: administrators,
    cost: { ...write, atOnce: 2 },
    tag: 'Users',
    summary: 'Send a test email',
    description:
      'For admins. Sends an email to the caller at once, not through the queue, and returns the code of the failure if the mail server doesn’t accept it.',
    handler: sendTest,
  },
} satisfies Partial<CallRows>;
