import * as v from 'valibot';

/** Ours: the erasure of users. What only requests need is in `audit.ts`. */

export const Erased = v.object({
  /** Replaces their email from now on. */
  pseudonym: v.string(),
  /** Whether an operator has to delete the account in the Firebase console, because the server cannot. */
  byHand: v.boolean(),
});
export type Erased = v.InferOutput<typeof Erased>;

/** Whether the caller has requested their erasure: when, in seconds, or null. */
export const OwnErasure = v.object({ asked: v.nullable(v.number()) });
export type OwnErasure = v.InferOutput<typeof OwnErasure>;

/** A user who has requested their erasure. */
export const ErasureRequest = v.object({
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  /** Seconds. */
  asked: v.number(),
});
export type ErasureRequest = v.InferOutput<typeof ErasureRequest>;
