export const emailKinds = [
  'invitation',
  'approval',
  'refusal',
  'notice',
  'unposted',
  'digest',
  'test',
] as const;
export type EmailKind = (typeof emailKinds)[number];

export type Email = {
  /** A bare address without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: EmailKind;
  /** Address that unsubscribes from this kind of email; absent for emails that are sent once. */
  unsubscribe?: string;
  /** The bare address that replies go to; absent where replies are not delivered. */
  replyTo?: string;
  /** The id of the job that it is about: most mail programs show the emails of one together. */
  thread?: string;
  /** Message-ID of the email that an automatic email replies to, or `''`. */
  answers?: string;
  /** The picture that its HTML shows at `cid:logo`, a PNG in base64; absent without one. */
  logo?: string;
};
