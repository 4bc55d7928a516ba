export const emailKinds = ['invitation', 'approval', 'refusal', 'notice'] as const;
export type EmailKind = (typeof emailKinds)[number];

export type Email = {
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: EmailKind;
  /** Where a click ends emails like this one; of emails that are sent once, there is nothing to end. */
  unsubscribe?: string;
};

/** An email as it leaves. Its id stays the same however often it is sent, so that a doubled one is recognised. */
export type OutgoingEmail = Email & { emailId: string };

/** Sends emails to people. Rejects when an email was not taken; the caller decides what that means. */
export type Mail = {
  send(email: OutgoingEmail): Promise<void>;
  /** Lets go of connections. */
  close(): Promise<void>;
};

/** An email that no mail server can be given. */
export class UnsendableEmail extends Error {
  override readonly name = 'UnsendableEmail';
}

/** A line break in a header would begin another one (`Bcc: …`); a comma or an angle bracket another recipient. */
const bareAddress = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not get into a header
const controlCharacters = /[\u0000-\u001f\u007f\u2028\u2029]+/g;

/** The email as it may go into a message: one recipient, a subject of one line. Must run before every sink. */
export function sanitizeEmail(email: OutgoingEmail): OutgoingEmail {
  if (!bareAddress.test(email.to)) throw new UnsendableEmail('An email needs exactly one bare address.');
  return { ...email, subject: email.subject.replace(controlCharacters, ' ').trim().slice(0, 200) };
}
