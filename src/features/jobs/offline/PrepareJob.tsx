import { CloudDownload } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../../../contract/job.ts';
import { counted } from '../../../format/counted.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { removeSavedJobs } from '../../../session/saveForOffline.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { SaveOffer, saveOnDevice, useSaveOffer } from './SaveOffer.tsx';
import { notYetPossible, savedJobText } from './savedJobText.ts';
import { supportsSaving, useSavedJob, useSavedJobs } from './useSavedJobs.ts';

/** Saves a job for offline, shows how far that is, and removes it again. */
export function PrepareJob({ job }: { job: Job }) {
  const [open, setOpen] = useState(false);
  const all = useSavedJobs();
  const saved = useSavedJob(job.jobId);
  const offer = useSaveOffer([job], open && all.possible && !saved);
  if (!supportsSaving) return null;
  const words = saved ? savedJobText(saved, all) : 'Prepare for site';

  return (
    <>
      <Button variant="quiet" data-no-print="" onClick={() => setOpen(true)}>
        <CloudDownload aria-hidden />
        {words}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Prepare for site"
        actions={
          saved ? (
            <>
              <Button onClick={() => void removeSavedJobs([job.jobId])}>Remove from this device</Button>
              <Button variant="primary" onClick={() => saveOnDevice([job])}>
                Bring up to date
              </Button>
            </>
          ) : (
            <Button
              variant="primary"
              aria-disabled={!offer.isPossible}
              onClick={() => offer.isPossible && saveOnDevice([job])}
            >
              Keep on this device
            </Button>
          )
        }
      >
        {!all.possible ? (
          <p role="status">{notYetPossible}</p>
        ) : saved ? (
          <div className="stack">
            <p role="status">{words}.</p>
            {saved.at === 0 && (
              <Progress
                label={job.project || job.jobCode}
                value={saved.bytes}
                max={saved.totalBytes}
                detail={`${fileSize(saved.bytes)} of ${fileSize(saved.totalBytes)}`}
              />
            )}
            <p className="soft">
              The job, its conversation and {counted(saved.files, 'file')}, {fileSize(saved.totalBytes)}.
            </p>
          </div>
        ) : (
          <SaveOffer offer={offer} />
        )}
      </Dialog>
    </>
  );
}
