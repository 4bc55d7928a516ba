import { CloudDownload } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../../../contract/job.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { removeSavedJobs } from '../../../session/saveForOffline.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { prepareOnDevice } from './prepareOnDevice.ts';
import { SiteOffer } from './SiteOffer.tsx';
import { fits, notYetPossible, preparedWords } from './siteWords.ts';
import { useMeasure } from './useMeasure.ts';
import { mayPrepare, usePrepared, useSite } from './useSite.ts';

/** On a job: fetch everything of it for a place without a signal, or see that it is here, and take it away again. */
export function PrepareJob({ job }: { job: Job }) {
  const [open, setOpen] = useState(false);
  const [tries, setTries] = useState(0);
  const site = useSite();
  const prepared = usePrepared(job.jobId);
  const measured = useMeasure([job.jobId], open && site.possible && !prepared, tries);
  if (!mayPrepare) return null;
  const words = prepared ? preparedWords(prepared, site) : 'Prepare for site';

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
          prepared ? (
            <>
              <Button onClick={() => void removeSavedJobs([job.jobId])}>Remove from this device</Button>
              <Button variant="primary" onClick={() => prepareOnDevice([job])}>
                Bring up to date
              </Button>
            </>
          ) : (
            <Button
              variant="primary"
              aria-disabled={!measured.size || !fits(measured.size)}
              onClick={() => measured.size && fits(measured.size) && prepareOnDevice([job])}
            >
              Keep on this device
            </Button>
          )
        }
      >
        {!site.possible ? (
          <p role="status">{notYetPossible}</p>
        ) : prepared ? (
          <div className="stack">
            <p role="status">{words}.</p>
            {prepared.at === 0 && (
              <Progress
                label={job.project || job.jobCode}
                value={prepared.bytes}
                max={prepared.totalBytes}
                detail={`${fileSize(prepared.bytes)} of ${fileSize(prepared.totalBytes)}`}
              />
            )}
            <p className="soft">
              The job, its conversation and {prepared.files === 1 ? '1 file' : `${prepared.files} files`},{' '}
              {fileSize(prepared.totalBytes)}.
            </p>
          </div>
        ) : (
          <SiteOffer count={1} measured={measured} onAgain={() => setTries(tries + 1)} />
        )}
      </Dialog>
    </>
  );
}
