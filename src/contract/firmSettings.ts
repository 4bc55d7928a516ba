import * as v from 'valibot';

/** Retention in days, by what is deleted after it. */
const Retention = v.object({
  audit: v.number(),
  emails: v.number(),
  invitations: v.number(),
  signUps: v.number(),
  devices: v.number(),
  replies: v.number(),
});

/** What anybody sees of the firm, as on its letterhead; each `''` where it has none. The color is `#rrggbb`. */
export const Firm = v.object({
  name: v.string(),
  address: v.exactOptional(v.string()),
  color: v.string(),
  /** Of `/firm/{hash}/logo.png`, with its size. */
  logo: v.exactOptional(v.nullable(v.object({ hash: v.string(), width: v.number(), height: v.number() }))),
  /** Whether photos always say when and where they were taken; otherwise their senders are asked. */
  needsPhotoData: v.exactOptional(v.boolean()),
  /** Whether its server counts what devices measure. */
  fieldData: v.exactOptional(v.literal(true)),
});
/** Whether a logo is so wide that it has the firm's name in it, which then need not stand beside it. */
export function isWideLogo({ width, height }: { width: number; height: number }): boolean {
  return width >= 2 * height;
}

/** Returns the address of a picture that is made of the logo; it never changes under its hash. */
export function logoAddress(hash: string, name: string): string {
  return `/firm/${hash}/${name}`;
}
export type Firm = v.InferOutput<typeof Firm>;

/** How this server is set up: what admins see of it, and its operator decides. */
export const FirmSettings = v.object({
  /** Whether emails are sent; without a mail server they are kept in a folder. */
  sendsEmail: v.boolean(),
  /** Whether replies to emails are posted to their jobs. */
  takesReplies: v.boolean(),
  retention: Retention,
  /** What the firm calls itself; empty before it is saved. */
  firm: Firm,
});
export type FirmSettings = v.InferOutput<typeof FirmSettings>;

/** What came of a test email. */
export const EmailTest = v.object({
  /** The code of the mail server or the connection, for example `EENVELOPE 550`; `''` where it was accepted. */
  failure: v.string(),
});
export type EmailTest = v.InferOutput<typeof EmailTest>;
