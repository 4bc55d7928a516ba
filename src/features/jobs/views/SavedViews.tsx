import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react';
import { jobCountsQuery, savedViewsQuery } from '../../../api/savedViewsQuery.ts';
import { onWaitingChange, waitingRecords } from '../../../outbox/records/waiting.ts';
import { useProfile } from '../../../session/useSession.ts';
import { searchFilterOf } from '../filters/jobListSearch.ts';
import type { View } from '../filters/views.ts';
import { askedView } from './askView.ts';
import { viewOfSaved, withWaitingViews } from './shownViews.ts';

const ViewDialog = lazy(() => import('./ViewDialog.tsx').then((module) => ({ default: module.ViewDialog })));

/** Reads the named views behind the first rows, with what waits to be sent and their counts, and asks about them. */
export function SavedViews({ onRead }: { onRead: (views: readonly View[]) => void }) {
  const { email, userName } = useProfile();
  const { data } = useQuery(savedViewsQuery());
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const asked = useSyncExternalStore(askedView.subscribe, askedView.get);
  const shown = useMemo(
    () => withWaitingViews(data ?? [], records, { email, userName }),
    [data, records, email, userName],
  );
  const lists = shown.map((saved) => {
    const { category, search } = viewOfSaved(saved, email);
    const { sort: _, ...list } = searchFilterOf(category, search, email);
    return list;
  });
  const { data: counts } = useQuery({ ...jobCountsQuery(email, lists), enabled: lists.length > 0 });
  const views = shown.map((saved, n) => viewOfSaved(saved, email, counts?.[JSON.stringify(lists[n])]));
  const key = JSON.stringify(views);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what they say.
  useEffect(() => onRead(views), [key, onRead]);
  useEffect(() => () => onRead([]), [onRead]);
  return (
    <Suspense>
      {asked && <ViewDialog asked={asked} views={shown} onClose={() => askedView.set(null)} />}
    </Suspense>
  );
}
