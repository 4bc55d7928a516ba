import { requestPersistenceOnce } from '../../../device/storagePersistence.ts';
import { saveJobs } from '../../../session/saveForOffline.ts';

/** Prepares jobs, and asks the browser for persistent storage: it must not clear what somebody saved. */
export function prepareOnDevice(jobs: Parameters<typeof saveJobs>[0]): void {
  void requestPersistenceOnce();
  void saveJobs(jobs);
}
