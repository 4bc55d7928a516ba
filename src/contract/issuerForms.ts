import * as v from 'valibot';
import { form, requiredText } from './fields.ts';
import { maxCertificateLength } from './limits.ts';

/** A certificate in base64 (DER), or as the text of a PEM file. */
export const IssuerAdded = form({ certificate: requiredText(maxCertificateLength) });

export const IssuerRemoved = form({ fingerprint: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) });
