import { CloudDownload } from 'lucide';
import { useState } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';
import { counted } from '../../../format/counted.ts';
import { once } from '../../../timing.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDialogCode } from '../../../ui/dialog/useDialogCode.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { offlineJobText } from './offlineJobText.ts';
import { supportsSaving, useOfflineJob, useOfflineJobs } from './useOfflineJobs.ts';

const loadDialog = once(() => import('./SaveJobDialog.tsx'));

/** Says whether a job is saved for offline, and opens the dialog that saves or removes it. */
export function SaveJobForOffline({ job }: { job: Job }) {
  const { code, isLoading, withCode } = useDialogCode(loadDialog);
  const [open, setOpen] = useState(false);
  const all = useOfflineJobs();
  const saved = useOfflineJob(job.jobId);
  if (!supportsSaving) return null;
  const words = saved ? offlineJobText(saved, all) : 'Save for offline';
  const skipped = saved?.open?.skipped ?? [];

  return (
    <>
      <Button
        variant="quiet"
        data-no-print=""
        busy={isLoading}
        onClick={() => void withCode(() => setOpen(true))}
      >
        <Icon of={CloudDownload} />
        {words}
        {saved && saved.at > 0 && skipped.length > 0 && ` · ${counted(skipped.length, 'file')} missing`}
      </Button>
      {code && <code.SaveJobDialog job={job} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
