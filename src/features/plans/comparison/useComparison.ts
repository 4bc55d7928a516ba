import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { comparisonsQuery } from '../../../api/comparisonsQuery.ts';
import { isStaff } from '../../../contract/enums.ts';
import {
  type ComparedSheet,
  type Comparison,
  comparisonVersion,
} from '../../../contract/files/comparison.ts';
import { onWaitingChange, recordsOwner, waitingRecords } from '../../../outbox/records/waiting.ts';
import { sendComparison, waitingComparisons } from '../../../outbox/sends/sendComparisons.ts';
import { useProfile } from '../../../session/useSession.ts';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { keepSheets, type Pair } from './keptSheets.ts';
import type { OpenSets } from './runComparison.ts';

const isOf =
  ({ before, after }: Pair) =>
  (one: Comparison) =>
    one.before.key === before && one.after.key === after && one.version === comparisonVersion;

/**
 * Returns what differs between two sets: what is stored or waits to be stored, else what this device finds out, sheet by sheet. Staff do
 * not rely on what a client's device has stored: it is shown until their own has compared.
 */
export function useComparison(jobId: string, pair: Pair, sets: OpenSets | undefined) {
  const { userType } = useProfile();
  const query = useQuery(comparisonsQuery(jobId));
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const [found, setFound] = useState<Comparison>();
  const [partly, setPartly] = useState<readonly ComparedSheet[]>([]);
  const [error, setError] = useState<Error>();
  const [isStopped, setStopped] = useState(false);
  const running = useRef<AbortController>(null);
  const stored = query.data?.find(({ comparison }) => isOf(pair)(comparison));
  const waiting = waitingComparisons(records, jobId).find(isOf(pair));
  const isRelied = stored !== undefined && (stored.byStaff || !isStaff(userType));
  const answer = found ?? waiting ?? (isRelied ? stored.comparison : undefined);
  const isWanted = !query.isPending && answer === undefined && sets !== undefined && !isStopped && !error;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pair is the same as long as the sets are.
  useEffect(() => {
    if (!isWanted || !sets) return;
    const stopping = new AbortController();
    running.current = stopping;
    const { signal } = stopping;
    const run = async () => {
      // The engine is loaded only where nothing is stored.
      const { runComparison } = await import('./runComparison.ts');
      return runComparison(pair, sets, signal, setPartly);
    };
    run().then(
      async (comparison) => {
        if (signal.aborted) return;
        setFound(comparison);
        await sendComparison(recordsOwner(), jobId, comparison).catch(toastError);
        await keepSheets(pair, []);
      },
      (failure) => !signal.aborted && setError(failure),
    );
    return () => stopping.abort();
  }, [isWanted, sets]);

  const sheets = answer?.sheets ?? (partly.length > 0 ? partly : stored?.comparison.sheets) ?? partly;
  return useMemo(
    () => ({
      sheets,
      /** Whether all sheets are known. */
      isWhole: answer !== undefined,
      isRunning: isWanted,
      isStopped: isStopped && answer === undefined,
      error,
      /** Sheets that are compared. */
      done: partly.length,
      stop() {
        running.current?.abort();
        setStopped(true);
      },
      goOn() {
        setError(undefined);
        setStopped(false);
      },
    }),
    [sheets, answer, isWanted, isStopped, error, partly.length],
  );
}
