/**
 * Returns the checklists after a shot was saved: in its place after the shot `after` (`''` for the first place), without one where it
 * is or at the end of its list. Server and app order lists by this one rule.
 */
export function withShot<S extends { shotId: string; service: string }>(
  shots: readonly S[],
  saved: S & { after?: string; removed?: boolean },
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
