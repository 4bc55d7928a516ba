import { administrators, approved, staff } from '../access/access.ts';
import { firmKeys, firmSigner } from '../data/proof/firmKeys.ts';
import { listLicenses, saveLicense } from '../data/proof/licenses.ts';
import { checkSeal, endedSeals } from '../data/proof/seals.ts';
import { kilobyte, maxResponseBytes, read, write } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';
import { makeReport } from '../proof/makeReport.ts';
import { repeats } from '../writes/repeats.ts';

/** The calls of licenses, signature reports and their seals. */
export const proofCalls = {
  sealCheck: {
    access: 'public',
    cost: read,
    tag: 'Files',
    summary: 'Check a seal',
    description:
      'No sign-in needed: whoever holds the sheet has the token. Returns when it was issued, its revision, whether it is current, and the SHA-256 of its files; `seal` is null for an unknown token. No names.',
    handler: ({ db, params }) => checkSeal(db, params.token),
  },
  firmKeys: {
    access: 'public',
    cost: read,
    tag: 'Files',
    summary: 'Get the firm’s public keys',
    description:
      'No sign-in needed. Ed25519, the oldest first; they check what QR codes of signature reports state. A key counts for what was issued from `from` until `until`, and for nothing once it is `revoked`.',
    handler: async ({ db }) => ({ keys: await firmKeys(db) }),
  },
  firmSeals: {
    access: approved,
    cost: { ...read, responseBytes: maxResponseBytes, atOnce: 10 },
    tag: 'Files',
    summary: 'Get what checks seals offline',
    description:
      'The firm’s public keys, and the signed list of seals that were superseded or withdrawn. The list has hashes of their tokens only.',
    handler: async ({ db, now }) => ({
      keys: await firmKeys(db),
      ended: await endedSeals(db, await firmSigner(db, now), now),
    }),
  },
  licenses: {
    access: staff,
    // At most 1,000 licenses.
    cost: { ...read, responseBytes: maxResponseBytes, atOnce: 20 },
    tag: 'Users',
    summary: 'List licenses',
    description: 'For staff. The licenses of all engineers, by state.',
    handler: ({ db }) => listLicenses(db),
  },
  saveLicense: {
    access: administrators,
    cost: { ...write, responseBytes: maxResponseBytes },
    repeat: repeats.saveLicense,
    tag: 'Users',
    summary: 'Save a license',
    description:
      'For admins. Adds, changes or (with `license` null) removes a license of a user. The device makes its id. The response has all licenses.',
    errors: ['not-found'],
    handler: ({ db, caller, body, now, requestId }) => saveLicense(db, caller, body, { now, requestId }),
  },
  makeReport: {
    access: staff,
    // Reads the delivered files, where their SHA-1 is asked for.
    cost: { ...write, responseBytes: maxResponseBytes, storedBytes: 48 * kilobyte, loopMs: 500, atOnce: 4 },
    repeat: repeats.makeReport,
    tag: 'Files',
    summary: 'Make a signature report',
    description:
      'For staff. A PDF about all files of a delivery: job, licensee, name, size and SHA-256 of each (SHA-1 too where a state asks for it), room for a wet seal, and a QR code that states it signed. Stored with the deliverable; the delivered files stay as they are.',
    errors: ['not-found'],
    handler: ({ db, caller, body, services, now }) => makeReport(db, caller, body, services, now),
  },
} satisfies Partial<CallRows>;
