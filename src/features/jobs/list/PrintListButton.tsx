import { useInfiniteQuery } from '@tanstack/react-query';
import { Printer } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { asApiError } from '../../../api/ApiError.ts';
import { grouped } from '../../../contract/grouped.ts';
import type { JobListingCategory } from '../../../contract/jobs/job.ts';
import { counted } from '../../../format/counted.ts';
import { useProfile } from '../../../session/useSession.ts';
import { afterPaint } from '../../../ui/afterPaint.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { toastFailure } from '../../../ui/feedback/toastError.ts';
import { type JobListSearch, jobListQuery } from '../filters/jobListSearch.ts';
import { LongButton } from '../LongButton.tsx';
import { joinPages } from './useJobList.ts';

/** About fifty sheets. Longer lists are exported. */
const mostPrinted = 1000;

type Props = {
  category: JobListingCategory;
  search: JobListSearch;
  /** How many jobs the list has, where that is known. */
  total: number | undefined;
  /** Called right before the browser prints. */
  onPrint: () => void;
};

/** Prints a list as a whole: what is not loaded yet is loaded first; without a connection, what is on this device is printed. */
export function PrintListButton({ category, search, total = 0, onPrint }: Props) {
  const { email } = useProfile();
  const query = useInfiniteQuery({ ...jobListQuery(email, category, search), refetchOnMount: false });
  /** How many jobs are loaded, while more are being loaded to be printed. */
  const [loaded, setLoaded] = useState<number | null>(null);
  const loading = useRef<AbortController | null>(null);
  useEffect(() => () => loading.current?.abort(), []);

  async function print() {
    const controller = new AbortController();
    loading.current = controller;
    let list: Pick<typeof query, 'data' | 'hasNextPage'> = query;
    const count = () => joinPages(list.data?.pages ?? []).length;
    try {
      while (list.hasNextPage || !list.data) {
        if (Math.max(total, count() + 1) > mostPrinted) {
          toast(
            `Up to ${grouped(mostPrinted)} jobs can be printed at once. Narrow the list with filters, or export it.`,
            { tone: 'bad' },
          );
          return;
        }
        setLoaded(count());
        const next = await query.fetchNextPage();
        if (controller.signal.aborted) return;
        // Without a status, nobody responded.
        if (next.isFetchNextPageError && asApiError(next.error).status > 0) throw next.error;
        if (next.isFetchNextPageError) {
          toast(`You’re offline. Only the ${counted(count(), 'job')} on this device can be printed.`);
          break;
        }
        list = next;
      }
      onPrint();
      // The last rows are rendered by then.
      afterPaint(() => window.print());
    } catch (error) {
      toastFailure('load all jobs to print', error, () => void print());
    } finally {
      setLoaded(null);
    }
  }

  const action =
    loaded === null
      ? null
      : {
          name: 'Loading all jobs to print',
          doneText: counted(loaded, 'job'),
          done: loaded,
          total,
        };
  return (
    <LongButton
      icon={Printer}
      label="Print"
      variant="quiet"
      action={action}
      onStart={() => void print()}
      onCancel={() => {
        loading.current?.abort();
        setLoaded(null);
      }}
    />
  );
}
