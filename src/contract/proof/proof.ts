import * as v from 'valibot';
import { dueDateText } from '../due/dueDates.ts';
import type { Job } from '../jobs/job.ts';

/** Ours: who states what a seal says. The firm is the provider of §1. */
export const firmName = 'EV';

/** Ours: a public key of the firm (Ed25519). Old ones stay, for what they have signed. */
export const FirmKey = v.object({
  /** As statements name it. */
  id: v.string(),
  /** The 32 bytes in base64url. */
  publicKey: v.string(),
  /** From when on it signs, in seconds. */
  from: v.number(),
  /** When the next key took over; null while there is none. */
  until: v.nullable(v.number()),
  /** Whether it may have been stolen: nothing that it signed counts. */
  revoked: v.boolean(),
});
export type FirmKey = v.InferOutput<typeof FirmKey>;

/** Ours: the firm's public keys, the oldest first. */
export const FirmKeys = v.object({ keys: v.array(FirmKey) });
export type FirmKeys = v.InferOutput<typeof FirmKeys>;

/** Ours: what a device needs for checking seals without a connection. */
export const FirmSeals = v.object({
  ...FirmKeys.entries,
  /** The signed list of seals that are superseded or withdrawn (`parseEndedSeals`). */
  ended: v.string(),
});
export type FirmSeals = v.InferOutput<typeof FirmSeals>;

const sealStates = ['CURRENT', 'SUPERSEDED', 'WITHDRAWN'] as const;

/** Ours: what anybody who has a seal's token is told of it. No job, no client, no address, no name of a file. */
export const SealCheck = v.object({
  /** Null for an unknown token. */
  seal: v.nullable(
    v.object({
      state: v.picklist(sealStates),
      /** Seconds. */
      issued: v.number(),
      revision: v.number(),
      /** When it was superseded or withdrawn, in seconds; null while it is current. */
      since: v.nullable(v.number()),
      /** The revision that superseded it. */
      by: v.nullable(v.number()),
      /** Its files, by their SHA-256 (hex), and whether each is the current one. Empty once it is withdrawn. */
      files: v.array(v.object({ sha256: v.string(), current: v.boolean() })),
    }),
  ),
});
export type SealCheck = v.InferOutput<typeof SealCheck>;

/** Ours: a license to practice engineering, as its board has it: the name need not be that of the user in the product. */
export type License = {
  licenseId: string;
  /** Email of the user who holds it. */
  email: string;
  name: string;
  /** The USPS code of a state of the US. */
  state: string;
  number: string;
  discipline: string;
  /** The last day on which it is valid: `2027-02-28`. */
  expires: string;
};

/** States whose rule asks for the SHA-1 of each file in a signature report (sources: `README.md`). */
export const sha1States: readonly string[] = ['FL'];

/**
 * Returns what is wrong with the licenses of whoever is, or is to be, assigned to a job, in one sentence, or null. A firm that keeps no
 * licenses here is told nothing.
 *
 * @param licenses of all engineers
 * @param assignee email; empty for nobody
 * @param reader email of whoever reads the sentence
 * @param today `2026-11-28`: a job without a due date is sealed on it
 */
export function licenseProblem(
  { address: { state }, due }: Pick<Job, 'address' | 'due'>,
  licenses: readonly License[],
  { assignee, reader, today }: { assignee: string; reader: string; today: string },
): string | null {
  if (licenses.length === 0) return null;
  const who =
    assignee === '' ? 'No one assigned is' : assignee === reader ? 'You aren’t' : 'The assignee isn’t';
  const ends = licenses
    .filter((license) => license.state === state && license.email === assignee)
    .map(({ expires }) => expires);
  if (ends.length === 0) return `${who} licensed in ${state}.`;
  const last = ends.toSorted().at(-1) ?? '';
  const day = due && due.date > today ? due.date : today;
  return last < day ? `The ${state} license ends on ${dueDateText(last)}, before the job is due.` : null;
}
