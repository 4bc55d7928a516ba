import * as v from 'valibot';
import { services, wireValues } from './enums.ts';
import { Attachment } from './jobDetails.ts';
import { ShotRef } from './message.ts';

/**
 * Ours: a photo that a service needs. The shots of a service, in their order, are its checklist. An id names one shot for good: a
 * removed shot stays known on the jobs that answered it.
 */
export const Shot = v.object({
  ...ShotRef.entries,
  service: v.picklist(wireValues(services)),
  /** What to mind when it is taken; may be empty. */
  hint: v.optional(v.string(), ''),
  example: v.optional(v.nullable(Attachment), null),
});
export type Shot = v.InferOutput<typeof Shot>;

type SavedShot = Omit<Shot, 'example'> & { after?: string | undefined; removed?: boolean | undefined };

/**
 * Returns the checklists after a shot was saved: in its place after the shot `after` (`''` for the first place), without one where it
 * is or at the end of its list. Server and app order lists by this one rule.
 */
export function withShot<S extends { shotId: string; service: string }>(
  shots: readonly S[],
  saved: S & Pick<SavedShot, 'after' | 'removed'>,
): S[] {
  const others = shots.filter(({ shotId }) => shotId !== saved.shotId);
  if (saved.removed) return others;
  const at = shots.findIndex(({ shotId }) => shotId === saved.shotId);
  const lastOfList = others.findLastIndex(({ service }) => service === saved.service);
  const firstOfList = others.findIndex(({ service }) => service === saved.service);
  const before = others.findIndex(({ shotId }) => shotId === saved.after);
  let to = lastOfList < 0 ? others.length : lastOfList + 1;
  if (saved.after === '' && firstOfList >= 0) to = firstOfList;
  else if (saved.after && before >= 0) to = before + 1;
  else if (saved.after === undefined && at >= 0) to = at;
  return others.toSpliced(to, 0, saved);
}
