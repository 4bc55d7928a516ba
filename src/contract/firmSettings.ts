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

const FirmDetails = v.object({ name: v.string(), address: v.string(), color: v.string() });

/** What anybody sees of the firm: its name, and its color as `#rrggbb`; each `''` where it has none. */
export const Firm = v.object({ name: v.string(), color: v.string() });
export type Firm = v.InferOutput<typeof Firm>;

/** How this server is set up: what admins see of it, and its operator decides. */
export const FirmSettings = v.object({
  /** Whether emails are sent; without a mail server they are kept in a folder. */
  sendsEmail: v.boolean(),
  /** Whether replies to emails are posted to their jobs. */
  takesReplies: v.boolean(),
  retention: Retention,
  /** What the firm calls itself; empty before it is saved. */
  firm: FirmDetails,
});
export type FirmSettings = v.InferOutput<typeof FirmSettings>;

/** What came of a test email. */
export const EmailTest = v.object({
  /** The code of the mail server or the connection, for example `EENVELOPE 550`; `''` where it was accepted. */
  failure: v.string(),
});
export type EmailTest = v.InferOutput<typeof EmailTest>;
