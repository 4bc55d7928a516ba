import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { requestTimeoutMs } from '../../src/contract/limits.ts';
import { maxLogoBytes } from '../../src/contract/logo.ts';
import { administrators } from '../access/access.ts';
import { type Logo, readFirm, readLetterhead, saveFirm, saveLogo, savePhotoRule } from '../data/firm.ts';
import { invalid } from '../errors/errors.ts';
import { makeLogo } from '../firm/makeLogo.ts';
import { kilobyte, read, write } from '../http/callCosts.ts';
import type { CallHandler, CallRows } from '../http/callRow.ts';
import { testEmail } from '../mail/accountEmails.ts';
import { mailFailureOf } from '../mail/mailFailure.ts';

/** Before the app gives the request up. */
const longestTestMs = requestTimeoutMs - 1000;

/** Is no write: while the mail server is waited for, no transaction is held open. */
const sendTest: CallHandler<'testEmail'> = async ({ db, caller, services }) => {
  const to = { email: caller.email, firstName: '', firm: await readLetterhead(db) };
  const email = testEmail(to, services.publicUrl);
  try {
    const isSent = services.mail.send({ ...email, emailId: randomUUID() }).then(() => true);
    const isInTime = await Promise.race([isSent, setTimeout(longestTestMs, false, { ref: false })]);
    return { failure: isInTime ? '' : 'ETIMEDOUT' };
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
    summary: 'Get the firm’s letterhead',
    description:
      'No sign-in needed: the sign-in page shows it. Everything is empty until an admin has saved it. The logo is at `/firm/{hash}/logo.png`.',
    handler: async ({ db, services }) => ({
      ...(await readFirm(db)),
      ...(services.countFieldData && { fieldData: true as const }),
    }),
  },
  saveFirm: {
    access: administrators,
    cost: write,
    tag: 'Users',
    summary: 'Save the firm’s name, address and color',
    description:
      'For admins. They stand in the app, in emails, on printed sheets and signature reports and in the app’s manifest. White text must be readable on the color.',
    handler: ({ db, caller, body, now, requestId }) => saveFirm(db, caller, body, { now, requestId }),
  },
  saveLogo: {
    access: administrators,
    cost: {
      ...write,
      bodyBytes: Math.ceil((maxLogoBytes * 4) / 3) + kilobyte,
      storedBytes: 2 * 1024 * kilobyte,
      atOnce: 2,
    },
    tag: 'Users',
    summary: 'Save the firm’s logo',
    description:
      'For admins. The picture is a PNG, JPEG or WebP in base64, of at most 2 MB. It is drawn anew on an opaque ground, for screens, emails and paper, and as the icons of the app. `null` removes it, and the few logos before it that are still there.',
    prepare: async ({ picture }) => (picture === null ? null : makeLogo(Buffer.from(picture, 'base64'))),
    handler: async ({ db, caller, prepared, now, requestId }) => {
      if ((await readFirm(db)).name === '')
        throw invalid('picture', 'Logo needs the firm’s name: save it first');
      return saveLogo(db, caller, prepared as Logo | null, { now, requestId });
    },
  },
  savePhotoRule: {
    access: administrators,
    cost: write,
    tag: 'Users',
    summary: 'Save whether photos say when and where they were taken',
    description:
      'For admins. Required: photos that are sent from the app always say it, and their senders are not asked.',
    handler: ({ db, caller, body, now, requestId }) => savePhotoRule(db, caller, body, { now, requestId }),
  },
  testEmail: {
    access: administrators,
    cost: { ...write, storedBytes: 0, atOnce: 2 },
    tag: 'Users',
    summary: 'Send a test email',
    description:
      'For admins. Sends an email to the caller at once, not through the queue, and returns the code of the failure if the mail server doesn’t accept it.',
    handler: sendTest,
  },
} satisfies Partial<CallRows>;
