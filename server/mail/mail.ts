export const letterKinds = ['invitation', 'approval', 'refusal', 'notice'] as const;
export type LetterKind = (typeof letterKinds)[number];

export type Letter = {
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: LetterKind;
  /** Where a click ends letters like this one; of letters that are sent once, there is nothing to end. */
  unsubscribe?: string;
};

/** A letter as it leaves. Its id stays the same however often it is sent, so that a doubled one is recognised. */
export type NamedLetter = Letter & { letterId: string };

/** Sends letters to people. Rejects when a letter was not taken; the caller decides what that means. */
export type Mail = {
  send(letter: NamedLetter): Promise<void>;
  /** Lets go of connections. */
  close(): Promise<void>;
};

/** A letter that no mail server can be given. */
export class UnsendableLetter extends Error {
  override readonly name = 'UnsendableLetter';
}

/** A line break in a header would begin another one (`Bcc: …`); a comma or an angle bracket another recipient. */
const bareAddress = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not get into a header
const controlCharacters = /[\u0000-\u001f\u007f\u2028\u2029]+/g;

/** The letter as it may go into a message: one recipient, a subject of one line. Must run before every sink. */
export function safeLetter(letter: NamedLetter): NamedLetter {
  if (!bareAddress.test(letter.to)) throw new UnsendableLetter('A letter needs exactly one bare address.');
  return { ...letter, subject: letter.subject.replace(controlCharacters, ' ').trim().slice(0, 200) };
}
