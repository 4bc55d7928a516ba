import * as v from 'valibot';

/** Ours: a list of jobs that a user of staff has named. Clients never see it. */
export const SavedView = v.object({
  viewId: v.string(),
  /** Email of the user whose own it is; a pseudonym where they were erased. */
  owner: v.string(),
  ownerName: v.string(),
  /** Whether all staff have it. */
  isShared: v.boolean(),
  name: v.string(),
  /** The tab. */
  category: v.string(),
  /** Filters, search and order as they stand in an address; also such as this version does not know. */
  search: v.record(v.string(), v.unknown()),
});
export type SavedView = v.InferOutput<typeof SavedView>;
