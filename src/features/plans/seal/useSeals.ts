import { useEffect, useState } from 'react';
import { maxCachedFileBytes } from '../../../offline/storeResponse.ts';
import { serverTime } from '../../../timing.ts';
import type { Plan } from '../open/openPlan.ts';
import { type Found, findSeals } from './findSeals.ts';
import type { SealReport } from './Seal.ts';
import { useTrusted } from './useTrusted.ts';

/** What is known of the signatures of a document. */
export type Seals =
  /** Whether it has some is not known yet. */
  | { state: 'unknown' }
  | { state: 'none' }
  /** It has some; they are checked once somebody asks, because all of a large file is read for it. */
  | { state: 'large'; bytes: number; check: () => void }
  | { state: 'checking' }
  /** The document, or what checks it, could not be read. @property isSigned it is known to have some */
  | { state: 'failed'; isSigned: boolean }
  | { state: 'checked'; report: SealReport };

/** Longer reading of a file that is there is taken for endless. */
const readLimitMs = 60_000;

/** Checks the signatures of a plan, if it has any, against the issuers that the firm trusts. */
export function useSeals(plan: Plan): Seals {
  const [found, setFound] = useState<Found | null>();
  const [hasFailed, setFailed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [report, setReport] = useState<SealReport>();
  const issuers = useTrusted(Boolean(found));

  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    setFound(undefined);
    setFailed(false);
    setReport(undefined);
    setAsked(false);
    plan.readDocument(findSeals, signal).then(setFound, () => signal.aborted || setFailed(true));
    return () => stopping.abort();
  }, [plan]);

  const isLarge = (found?.bytes ?? 0) > maxCachedFileBytes;
  const isWanted = Boolean(found) && (!isLarge || isAsked);
  const expected = found?.count ?? 0;
  useEffect(() => {
    if (!isWanted || issuers === undefined) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    void (async () => {
      const bytes = await plan.readDocument(
        async (pdf) => (await pdf.getData()) as Uint8Array<ArrayBuffer>,
        signal,
        readLimitMs,
      );
      const { checkSeals } = await import('./checkSeals.ts');
      setReport(await checkSeals(bytes, { issuers, now: serverTime(), expected }, signal));
    })().catch(() => signal.aborted || setFailed(true));
    return () => stopping.abort();
  }, [plan, isWanted, expected, issuers]);

  if (report) return { state: 'checked', report };
  if (hasFailed) return { state: 'failed', isSigned: Boolean(found) };
  if (!found) return { state: found === null ? 'none' : 'unknown' };
  if (isLarge && !isAsked) return { state: 'large', bytes: found.bytes, check: () => setAsked(true) };
  return { state: 'checking' };
}
