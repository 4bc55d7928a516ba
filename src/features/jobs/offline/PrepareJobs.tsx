import { CloudDownload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { JobListingCategory } from '../../../contract/job.ts';
import { Button } from '../../../ui/Button.tsx';
import type { JobListSearch } from '../filters/jobListSearch.ts';
import { mayPrepare } from './useSite.ts';

const PrepareJobsDialog = lazy(() =>
  import('./PrepareJobsDialog.tsx').then((module) => ({ default: module.PrepareJobsDialog })),
);

type Props = { category: JobListingCategory; search: JobListSearch };

/** On a list: fetch its jobs, or all that are the reader's own, for a place without a signal. */
export function PrepareJobs(props: Props) {
  /** Undefined until it is opened first. */
  const [open, setOpen] = useState<boolean>();
  if (!mayPrepare) return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <CloudDownload aria-hidden />
        Prepare for site
      </Button>
      <Suspense>
        {open !== undefined && <PrepareJobsDialog {...props} open={open} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
