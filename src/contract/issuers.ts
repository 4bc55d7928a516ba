import * as v from 'valibot';

/** Ours: a certificate that the firm trusts: what it, or who it issued a certificate, has signed is genuine. */
export const TrustedIssuer = v.object({
  /** SHA-256 of the certificate, in hexadecimal digits. */
  fingerprint: v.string(),
  name: v.string(),
  /** When it ends, in seconds. */
  until: v.number(),
  /** When it was added, in seconds. */
  added: v.number(),
  /** The certificate itself (DER), in base64. */
  certificate: v.string(),
});
export type TrustedIssuer = v.InferOutput<typeof TrustedIssuer>;
