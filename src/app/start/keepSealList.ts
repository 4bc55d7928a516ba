import { getConnectivity } from '../../api/connectivity.ts';
import { queryClient } from '../../api/queries.ts';
import { getSession } from '../../session/session.ts';

/** The list says how old it is: this much changes nothing that is said. */
const staleAfterMs = 15 * 60_000;
const jobLists: readonly unknown[] = ['jobs', 'searchJobs'];

/** Fetches the firm's keys and its signed list of ended seals, unless this device has a recent one. */
export async function keepSealList(): Promise<void> {
  if (getSession().stage !== 'active' || !getConnectivity().reachable) return;
  const { knownQuery } = await import('../../features/check/checkQueries.ts');
  await queryClient.prefetchQuery({ ...knownQuery(true), staleTime: staleAfterMs });
}

/**
 * Fetches that list now, and with each list of jobs from now on: whoever has the jobs can check their seals without a connection. Called
 * once.
 */
export function followJobLists(): void {
  const keep = () => void keepSealList().catch(() => undefined);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (jobLists.includes(event.query.queryKey[0])) keep();
  });
  keep();
}
