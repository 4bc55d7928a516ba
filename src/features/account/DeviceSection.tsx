import { useQuery } from '@tanstack/react-query';
import { use, useState, useSyncExternalStore } from 'react';
import { OpenOutboxSheet } from '../../appContexts.ts';
import {
  canRequestPersistence,
  clearingText,
  isStoragePersistent,
  type PersistenceResult,
  requestPersistence,
} from '../../device/storagePersistence.ts';
import { fileSize } from '../../format/fileSize.ts';
import { cannotKeepWords } from '../../outbox/OutboxError.ts';
import { tallyOf, tallyWords } from '../../outbox/records/tally.ts';
import { canKeep, onWaitingChange, recordsOwner, waitingRecords } from '../../outbox/records/waiting.ts';
import { Button } from '../../ui/Button.tsx';
import { type KeptHere, keptWords, readKeptHere } from './keptHere.ts';

const queryKey = ['device-storage'];

function usedWords({ used, quota }: DeviceStorage): string {
  if (used === undefined) return 'This browser does not say how much is stored.';
  return quota ? `${fileSize(used)} of ${fileSize(quota)} that it may use` : fileSize(used);
}

const answerText: Record<PersistenceResult, string> = {
  granted: '',
  refused: 'The browser does not promise it yet. Most do when the app is installed or used often.',
  pending: 'The browser has not answered yet. It may be asking you beside its address bar.',
};

/** What the app keeps on this device, how much it is, and whether the browser may clear it by itself. */
export function DeviceSection() {
  const { data: storage, refetch } = useQuery({
    queryKey,
    queryFn: () => readDeviceStorage(recordsOwner()?.uid ?? ''),
    staleTime: 0,
  });
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const keeps = useSyncExternalStore(onWaitingChange, canKeep);
  const openOutbox = use(OpenOutboxSheet);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<PersistenceResult>('granted');

  // Holds the room of the usual answer, so that nothing moves when it comes.
  const unseen = storage ? undefined : ({ visibility: 'hidden' } as const);

  async function keep() {
    setBusy(true);
    await requestPersistence((given) => {
      setAnswer(given);
      setBusy(false);
      void refetch();
    });
  }
  return (
    <section className="sheet stack" aria-labelledby="device">
      <h2 id="device" className="section-title">
        On this device
      </h2>
      <p>
        Kept here: the app itself, your name and e-mail, unfinished jobs and messages, and what you have read
        so far. No password. All of it but the app goes when you sign out.
      </p>
      {!keeps && <p>{cannotKeepWords}</p>}
      <dl className="facts">
        <div>
          <dt>Not sent yet</dt>
          <dd>{tallyWords(tallyOf(records))}</dd>
        </div>
        <div>
          <dt>To read offline</dt>
          <dd>{storage ? keptWords(storage.kept) : '…'}</dd>
        </div>
        <div>
          <dt>Storage used</dt>
          <dd>{storage ? usedWords(storage) : '…'}</dd>
        </div>
        <div>
          <dt>Safe from clearing</dt>
          <dd style={unseen}>{clearingText(storage ?? { persisted: false, askable: true })}</dd>
        </div>
      </dl>
      <div className="row">
        <Button onClick={openOutbox}>Open the outbox</Button>
        {(!storage || (!storage.persisted && storage.askable)) && (
          <Button busy={busy} style={unseen} onClick={() => void keep()}>
            Ask the browser to keep it
          </Button>
        )}
      </div>
      <p role="status" className="small soft">
        {!storage?.persisted && answerText[answer]}
      </p>
    </section>
  );
}

type DeviceStorage = {
  /** Bytes; undefined where the browser does not say. */
  used: number | undefined;
  quota: number | undefined;
  /** Whether the browser has promised not to clear it by itself. */
  persisted: boolean;
  /** Whether it can be asked for that promise. */
  askable: boolean;
  kept: KeptHere;
};

/** How much the app keeps on this device, as far as the browser tells. */
async function readDeviceStorage(uid: string): Promise<DeviceStorage> {
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  const [estimate, persisted, kept] = await Promise.all([
    storage?.estimate?.().catch(() => undefined),
    isStoragePersistent(),
    readKeptHere(uid),
  ]);
  return { used: estimate?.usage, quota: estimate?.quota, persisted, askable: canRequestPersistence(), kept };
}
