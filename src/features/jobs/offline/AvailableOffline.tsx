import { useState } from 'react';
import { getConnectivity } from '../../../api/connectivity.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { requestPersistenceOnce } from '../../../device/storagePersistence.ts';
import { once } from '../../../timing.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { loadAsked } from '../../../ui/dialog/useDialogCode.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Switch } from '../../../ui/form/Switch.tsx';
import { offlineJobText } from './offlineJobText.ts';
import { supportsSaving, useOfflineJob, useOfflineJobs } from './useOfflineJobs.ts';

const loadSaving = once(() => import('../../../offline/saveForOffline.ts'));

/**
 * Saves a job with its chat and all its files on this device, or removes it, and says how far that is. The copy of an open job that the
 * app keeps by itself stays as long as that is turned on; where some of its files did not fit, turning the switch on saves them all.
 */
export function AvailableOffline({ job }: { job: Job }) {
  const [isAsking, setAsking] = useState(false);
  const all = useOfflineJobs();
  const saved = useOfflineJob(job.jobId);
  if (!supportsSaving) return null;
  const isComplete = saved !== undefined && !saved.open?.skipped.length;

  async function remove() {
    setAsking(false);
    const saving = await loadAsked(loadSaving);
    await saving?.removeFromOffline([job.jobId]);
  }

  async function save() {
    // The browser evicts nothing from persistent storage.
    void requestPersistenceOnce();
    const saving = await loadAsked(loadSaving);
    await saving?.saveForOffline(job);
  }

  function turn(isOn: boolean): Promise<void> | void {
    if (isOn) return save();
    if (saved?.open) return void toast('Open jobs stay on this device. You can change this in your account.');
    if (getConnectivity().reachable) return remove();
    setAsking(true);
  }
  return (
    <>
      <Switch
        label="Available offline"
        detail={saved && ` · ${offlineJobText(saved, all)}`}
        isOn={isComplete}
        onTurn={turn}
      />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Remove this job from this device?"
        confirm="Remove"
        onConfirm={remove}
      >
        You need a connection to save it again.
      </ConfirmDialog>
    </>
  );
}
