import { asOneLine, writable } from '../../src/contract/lines.ts';
import type { Email } from '../data/notify/email.ts';

/** An email to send. Its id is the same at each attempt, so that duplicates are recognised. */
export type OutgoingEmail = Email & { emailId: string };

/** Sends emails. Rejects when an email was not accepted; the caller decides what follows. */
export type Mail = {
  send(email: OutgoingEmail): Promise<void>;
  /** Closes connections. */
  close(): Promise<void>;
};

/** An email that no mail server would accept. */
export class UnsendableEmail extends Error {
  override readonly name = 'UnsendableEmail';
}

/**
 * One address without a name: a line break in a header would start another header (`Bcc: …`), a comma or an angle bracket another
 * recipient.
 */
const bareAddress = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

/** Returns an email that is safe to send: one recipient, a subject of one line, nothing that HTML forbids. Must run before every sink. */
export function sanitizeEmail(email: OutgoingEmail): OutgoingEmail {
  if (!bareAddress.test(email.to)) throw new UnsendableEmail('An email needs exactly one bare address.');
  if (email.replyTo !== undefined && !bareAddress.test(email.replyTo))
    throw new UnsendableEmail('Replies go to one bare address.');
  const { subject, text, html } = email;
  return {
    ...email,
    subject: asOneLine(subject).slice(0, 200).toWellFormed(),
    text: writable(text),
    html: writable(html),
  };
}
