import { CloudDownload } from 'lucide-react';
import { useState } from 'react';
import type { JobListingCategory } from '../../../contract/job.ts';
import { Button } from '../../../ui/Button.tsx';
import type { JobListSearch } from '../filters/jobListSearch.ts';
import { lazyPart } from '../lazyPart.tsx';
import { mayPrepare } from './useSite.ts';

const PrepareJobsDialog = lazyPart(() =>
  import('./PrepareJobsDialog.tsx').then((module) => module.PrepareJobsDialog),
);

type Props = { category: JobListingCategory; search: JobListSearch };

/** On a list: fetch its jobs, or all that are the reader's own, for a place without a signal. */
export function PrepareJobs(props: Props) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (!mayPrepare) return null;

  function show() {
    setWasOpened(true);
    setOpen(true);
  }
  return (
    <>
      <Button variant="quiet" onClick={show}>
        <CloudDownload aria-hidden />
        Prepare for site
      </Button>
      {wasOpened && <PrepareJobsDialog {...props} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
