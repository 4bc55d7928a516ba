import { administrators, approved } from '../access/access.ts';
import { addIssuer, listIssuers, removeIssuer } from '../data/trustedIssuers.ts';
import { kilobyte, read, write } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';

// At most 50 certificates of 8 KB.
const responseBytes = 600 * kilobyte;

/** The calls of the certificates that the firm trusts. */
export const issuerCalls = {
  trustedIssuers: {
    access: approved,
    cost: { ...read, responseBytes, atOnce: 20 },
    tag: 'Files',
    summary: 'List trusted issuers',
    description:
      'The certificates through which signatures in PDF files are proven. Whoever may see a file checks its signatures in the app.',
    handler: ({ db }) => listIssuers(db),
  },
  addTrustedIssuer: {
    access: administrators,
    cost: { ...write, responseBytes, storedBytes: 16 * kilobyte, atOnce: 4 },
    tag: 'Files',
    summary: 'Trust an issuer',
    description: 'For admins. Takes a certificate in base64 (DER), or the text of a PEM file.',
    handler: ({ db, caller, body, now, requestId }) => addIssuer(db, caller, body, { now, requestId }),
  },
  removeTrustedIssuer: {
    access: administrators,
    cost: { ...write, responseBytes, atOnce: 4 },
    tag: 'Files',
    summary: 'Stop trusting an issuer',
    description: 'For admins. The signatures that it proved are no longer proven, also earlier ones.',
    handler: ({ db, caller, body, now, requestId }) => removeIssuer(db, caller, body, { now, requestId }),
  },
} satisfies Partial<CallRows>;
