import { useEffect, useState } from 'react';
import { requestPersistenceOnce } from '../../../device/storagePersistence.ts';
import { counted } from '../../../format/counted.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { measureJobs, type OfflineSize } from '../../../offline/offlineSize.ts';
import { saveForOffline } from '../../../offline/saveForOffline.ts';
import { Button } from '../../../ui/Button.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';

/** Saves jobs for offline, and asks the browser for persistent storage, so that it does not evict them. */
export function saveOnDevice(jobs: Parameters<typeof saveForOffline>[0]): void {
  void requestPersistenceOnce();
  void saveForOffline(jobs);
}

type Measured = { size: OfflineSize | null; done: number; error: Error | null };

const notMeasured: Measured = { size: null, done: 0, error: null };

/** Measures what saving jobs would fetch, again whenever they are others. */
export function useSaveOffer(jobs: Parameters<typeof saveForOffline>[0], enabled: boolean) {
  const [measured, setMeasured] = useState(notMeasured);
  const [tries, setTries] = useState(0);
  const ids = jobs.map(({ jobId }) => jobId).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try measures again.
  useEffect(() => {
    setMeasured(notMeasured);
    if (!enabled || ids === '') return;
    const stop = new AbortController();
    measureJobs(ids.split(' '), (done) => setMeasured((before) => ({ ...before, done })), stop.signal).then(
      (size) => !stop.signal.aborted && setMeasured((before) => ({ ...before, size })),
      (error: Error) => !stop.signal.aborted && setMeasured((before) => ({ ...before, error })),
    );
    return () => stop.abort();
  }, [ids, enabled, tries]);
  const { size } = measured;
  return {
    ...measured,
    count: jobs.length,
    /** Whether the size is known and fits on the device. */
    isPossible: size !== null && (size.left === null || size.bytes <= size.left),
    retry: () => setTries(tries + 1),
  };
}

type Offer = ReturnType<typeof useSaveOffer>;

/** What saving would fetch, and whether the device has room for it. */
export function SaveOffer({ offer: { count, size, done, error, isPossible, retry } }: { offer: Offer }) {
  if (error) {
    return (
      <div role="alert" className="stack">
        <p>Couldn’t check the download size. {error.message}</p>
        <div>
          <Button onClick={retry}>Try again</Button>
        </div>
      </div>
    );
  }
  if (!size) return <Progress label={`Checking ${counted(count, 'job')}…`} value={done} max={count} />;
  return (
    <div className="stack">
      <p>
        {counted(size.jobs, 'job')}, {size.jobs === 1 ? 'its chat' : 'their chats'}, and{' '}
        {counted(size.files, 'file')} ({fileSize(size.bytes)})
      </p>
      {isPossible ? (
        <p className="soft">
          Stays on this device until you remove it or sign out.
          {size.left !== null && ` ${fileSize(size.left)} available.`}
        </p>
      ) : (
        <p role="alert">
          Only {fileSize(size.left ?? 0)} available on this device. Save fewer jobs, or remove some saved
          jobs.
        </p>
      )}
    </div>
  );
}
