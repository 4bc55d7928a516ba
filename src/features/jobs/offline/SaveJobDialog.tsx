import type { Job } from '../../../contract/jobs/job.ts';
import { counted } from '../../../format/counted.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { removeFromOffline } from '../../../offline/saveForOffline.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { notYetPossible, offlineJobText } from './offlineJobText.ts';
import { SaveOffer, saveOnDevice, useSaveOffer } from './SaveOffer.tsx';
import { useOfflineJob, useOfflineJobs } from './useOfflineJobs.ts';

type Props = { job: Job; open: boolean; onClose: () => void };

/** Saves a job for offline, shows how far that is, and removes it again. */
export function SaveJobDialog({ job, open, onClose }: Props) {
  const all = useOfflineJobs();
  const saved = useOfflineJob(job.jobId);
  const offer = useSaveOffer([job], open && all.possible && !saved);
  const skipped = saved?.open?.skipped ?? [];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Save for offline"
      actions={
        saved?.open ? (
          <>
            <Button onClick={onClose}>Close</Button>
            {skipped.length > 0 && (
              <Button variant="primary" onClick={() => saveOnDevice([job])}>
                Save all files
              </Button>
            )}
          </>
        ) : saved ? (
          <>
            <Button onClick={() => void removeFromOffline([job.jobId])}>Remove from this device</Button>
            <Button variant="primary" onClick={() => saveOnDevice([job])}>
              Update
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              aria-disabled={!offer.isPossible}
              onClick={() => offer.isPossible && saveOnDevice([job])}
            >
              Save
            </Button>
          </>
        )
      }
    >
      {!all.possible ? (
        <p role="status">{notYetPossible}</p>
      ) : saved ? (
        <div className="stack">
          <p role="status">{offlineJobText(saved, all)}.</p>
          {saved.at === 0 && (
            <Progress
              label={job.project || job.jobCode}
              value={saved.bytes}
              max={saved.totalBytes}
              detail={`${fileSize(saved.bytes)} of ${fileSize(saved.totalBytes)}`}
            />
          )}
          <p className="soft">
            Includes the job, its chat, and {counted(saved.files, 'file')} ({fileSize(saved.totalBytes)}).
            {saved.open &&
              ' Updated automatically because it’s one of your open jobs. You can change this in your account.'}
          </p>
          {skipped.length > 0 && (
            <div className="stack" data-tight="">
              <p>These files didn’t fit within your storage limit:</p>
              <ul>
                {skipped.map(({ name, bytes }) => (
                  <li key={name}>
                    <bdi translate="no">{name}</bdi> <span className="soft small">{fileSize(bytes)}</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      ) : (
        <SaveOffer offer={offer} />
      )}
    </Dialog>
  );
}
