import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../api/ApiError.ts';
import { getConnectivity, onConnectivityChange } from '../../api/connectivity.ts';
import { isStaff } from '../../contract/enums.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { getOwner } from '../../session/session.ts';
import type { DeviceSearch } from './deviceSearch.ts';
import { type SearchResults, searchQuery } from './searchQuery.ts';
import { type SearchKind, searchKinds } from './searchSearch.ts';

function isReachable(): boolean {
  return getConnectivity().reachable;
}

/** Joins the pages of the results. */
function joined(pages: readonly SearchResults[]): SearchResults {
  const [first = {}] = pages;
  const last = pages.at(-1);
  const lists = searchKinds.flatMap((kind) => {
    const items = pages.flatMap((page) => (page[kind]?.items ?? []) as unknown[]);
    return first[kind] ? [[kind, { items, startAfter: last?.[kind]?.startAfter ?? null }]] : [];
  });
  return Object.fromEntries(lists);
}

/** Searches this device while `isWanted`. The index is made when it is first wanted, and ends with the page. */
function useDeviceSearch(
  text: string,
  kind: SearchKind | undefined,
  reader: ApprovedProfile,
  isWanted: boolean,
) {
  const opened = useRef<Promise<DeviceSearch>>(undefined);
  useEffect(
    () => () => {
      void opened.current?.then((device) => device.close());
      opened.current = undefined;
    },
    [],
  );
  const uid = getOwner()?.uid ?? '';
  return useQuery({
    queryKey: ['deviceSearch', uid, text, kind === undefined],
    queryFn: async () => {
      const { openDeviceSearch } = await import('./deviceSearch.ts');
      opened.current ??= Promise.resolve(openDeviceSearch(uid, isStaff(reader.userType)));
      return (await opened.current).search(text, kind === undefined);
    },
    enabled: isWanted && uid !== '',
    networkMode: 'always',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * Searches the backend, and this device while the backend cannot be reached. While another text is searched, the results of the last one
 * stay.
 */
export function useSearch(text: string, kind: SearchKind | undefined, reader: ApprovedProfile) {
  const reachable = useSyncExternalStore(onConnectivityChange, isReachable);
  const online = useInfiniteQuery({
    ...searchQuery(reader.email, text, kind),
    enabled: text !== '',
    // Of the same kinds.
    placeholderData: (last, before) => (before?.queryKey[3] === (kind ?? 'all') ? last : undefined),
  });
  const { isError, isPlaceholderData, refetch } = online;
  const isAnswered = online.data !== undefined && !isPlaceholderData;
  const isRefused = online.error instanceof ApiError && online.error.definite;
  const isOffline = text !== '' && !isAnswered && !isRefused && (!reachable || isError);
  const device = useDeviceSearch(text, kind, reader, isOffline);
  const wasReachable = useRef(reachable);
  useEffect(() => {
    if (reachable && !wasReachable.current && isError) void refetch();
    wasReachable.current = reachable;
  }, [reachable, isError, refetch]);

  const fromDevice = isOffline ? device.data : undefined;
  return {
    online,
    results: text === '' ? undefined : (fromDevice ?? (online.data && joined(online.data.pages))),
    /** The results are of this device. */
    isFromDevice: fromDevice !== undefined,
    /** The results are of another text, until those of this one arrive. */
    isSearching: isOffline ? device.isPlaceholderData || device.isPending : online.isFetching && !isAnswered,
    /** Neither the backend nor this device can be searched. */
    hasFailed: isError && (isRefused || device.isError),
  };
}
