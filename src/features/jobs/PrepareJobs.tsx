import { CloudDownload } from 'lucide-react';
import { useState } from 'react';
import type { JobListingCategory } from '../../contract/job.ts';
import { Button } from '../../ui/Button.tsx';
import type { JobListSearch } from './jobListSearch.ts';
import { PrepareJobsDialog } from './PrepareJobsDialog.tsx';
import { mayPrepare } from './useSite.ts';

type Props = { category: JobListingCategory; search: JobListSearch };

/** On a list: fetch its jobs, or all that are the reader's own, for a place without a signal. */
export function PrepareJobs(props: Props) {
  const [open, setOpen] = useState(false);
  if (!mayPrepare) return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <CloudDownload aria-hidden />
        Prepare for site
      </Button>
      <PrepareJobsDialog {...props} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
