import { randomUUID } from 'node:crypto';
import { administrators } from '../access/access.ts';
import { type Firm, readFirm, saveFirm } from '../data/firm.ts';
import { read, write } from '../http/callCosts.ts';
import type { CallHandler, CallRows } from '../http/callRow.ts';
import { testEmail } from '../mail/accountEmails.ts';
import { mailFailureOf } from '../mail/mailFailure.ts';

const sendTest: CallHandler<'testEmail'> = async ({ db, caller, services }) => {
  const to = { email: caller.email, firstName: '', firm: await readFirm(db) };
  const email = testEmail(to, services.publicUrl);
  try {
    await services.mail.send({ ...email, emailId: randomUUID() });
    return { failure: '' };
  } catch (error) {
    return { failure: mailFailureOf(error).code };
  }
};

/** Leaves out the address, which only reports and emails have. */
const seenByAll = ({ name, color }: Firm) => ({ name, color });

/** The calls of how this server is set up. */
export const settingsCalls = {
  firmSettings: {
    access: administrators,
    cost: read,
    tag: 'Users',
    summary: 'Get how EV Jobs is set up',
    description: 'For admins. Retention is in days.',
    handler: async ({ db, services: { sendsEmail, replies, retention } }) => {
      const { audit, emails, invitations, 'sign-ups': signUps, devices, replies: replyDays } = retention;
      return {
        sendsEmail,
        takesReplies: replies !== null,
        retention: { audit, emails, invitations, signUps, devices, replies: replyDays },
        firm: await readFirm(db),
      };
    },
  },
  firm: {
    access: 'public',
    cost: read,
    tag: 'Users',
    summary: 'Get the firm’s name and color',
    description:
      'No sign-in needed: the sign-in page shows them. Both are empty until an admin has saved them.',
    handler: async ({ db }) => seenByAll(await readFirm(db)),
  },
  saveFirm: {
    access: administrators,
    cost: write,
    tag: 'Users',
    summary: 'Save the firm’s name, address and color',
    description:
      'For admins. They stand in the app, in emails, on signature reports and in the app’s manifest. White text must be readable on the color.',
    handler: async ({ db, caller, body, now, requestId }) =>
      seenByAll(await saveFirm(db, caller, body, { now, requestId })),
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
