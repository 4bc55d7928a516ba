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

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not get into a header
const controlCharacters = /[\u0000-\u001f\u007f\u2028\u2029]+/g;

/** Returns an email that is safe to send: one recipient, a subject of one line. Must run before every sink. */
export function sanitizeEmail(email: OutgoingEmail): OutgoingEmail {
  if (!bareAddress.test(email.to)) throw new UnsendableEmail('An email needs exactly one bare address.');
  if (email.replyTo !== undefined && !bareAddress.test(email.replyTo))
    throw new UnsendableEmail('Replies go to one bare address.');
  return { ...email, subject: email.subject.replace(controlCharacters, ' ').trim().slice(0, 200) };
}
