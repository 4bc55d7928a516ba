import * as v from 'valibot';
import { dueDateText } from '../due/dueDates.ts';

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
 * Returns what is wrong with the licenses for a job, in one sentence, or null.
 *
 * @param licenses those of whoever is assigned
 * @param day on which the work is sealed, at the latest: `2026-11-28`
 */
export function licenseProblem(state: string, licenses: readonly License[], day: string): string | null {
  const here = licenses.filter((license) => license.state === state);
  if (here.length === 0) return `No one assigned is licensed in ${state}.`;
  const last =
    here
      .map(({ expires }) => expires)
      .toSorted()
      .at(-1) ?? '';
  return last < day ? `The ${state} license ends on ${dueDateText(last)}, before the job is due.` : null;
}
