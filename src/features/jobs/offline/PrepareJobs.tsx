import { CloudDownload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { JobListingCategory } from '../../../contract/job.ts';
import { Button } from '../../../ui/Button.tsx';
import type { JobListSearch } from '../filters/jobListSearch.ts';
import { supportsSaving } from './useSavedJobs.ts';

const PrepareJobsDialog = lazy(() =>
  import('./PrepareJobsDialog.tsx').then((module) => ({ default: module.PrepareJobsDialog })),
);

type Props = { category: JobListingCategory; search: JobListSearch };

/** Saves the jobs of a list, or all of the user's own, for offline. */
export function PrepareJobs(props: Props) {
  /** Undefined until it is opened for the first time. */
  const [open, setOpen] = useState<boolean>();
  if (!supportsSaving) return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <CloudDownload aria-hidden />
        Save for offline
      </Button>
      <Suspense>
        {open !== undefined && <PrepareJobsDialog {...props} open={open} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
