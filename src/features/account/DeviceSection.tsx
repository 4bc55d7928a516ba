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
import { cannotStoreText } from '../../outbox/OutboxError.ts';
import { tallyOf, tallyText } from '../../outbox/records/tally.ts';
import { canStore, onWaitingChange, recordsOwner, waitingRecords } from '../../outbox/records/waiting.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { offlineText, readOfflineContents } from './offlineContents.ts';

/** Reads what the app stores on this device, in bytes as far as the browser says. `askable`: persistence can be requested. */
async function readDeviceStorage() {
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  const [estimate, persisted, offline] = await Promise.all([
    storage?.estimate?.().catch(() => undefined),
    isStoragePersistent(),
    readOfflineContents(recordsOwner()?.uid ?? ''),
  ]);
  return {
    used: estimate?.usage,
    quota: estimate?.quota,
    persisted,
    askable: canRequestPersistence(),
    offline,
  };
}

function usedText({ used, quota }: { used: number | undefined; quota: number | undefined }): string {
  if (used === undefined) return 'This browser does not say how much is stored.';
  return quota ? `${fileSize(used)} of ${fileSize(quota)} that it may use` : fileSize(used);
}

const resultText: Record<PersistenceResult, string> = {
  granted: '',
  refused: 'The browser does not promise it yet. Most do when the app is installed or used often.',
  pending: 'The browser has not answered yet. It may be asking you beside its address bar.',
};

/** Shows what the app stores on this device, how much it is, and whether the browser may clear it. */
export function DeviceSection() {
  const { data: storage, refetch } = useQuery({
    queryKey: ['device-storage'],
    queryFn: readDeviceStorage,
    staleTime: 0,
  });
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const keeps = useSyncExternalStore(onWaitingChange, canStore);
  const openOutbox = use(OpenOutboxSheet);
  const [result, setResult] = useState<PersistenceResult>('granted');
  const [busy, setBusy] = useState(false);

  // Takes the room of the usual text, so that nothing moves once it is loaded.
  const unseen = storage ? undefined : ({ visibility: 'hidden' } as const);

  function request() {
    setBusy(true);
    void requestPersistence((next) => {
      setResult(next);
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
      {!keeps && <p>{cannotStoreText}</p>}
      <dl className="facts">
        <Fact name="Not sent yet">{tallyText(tallyOf(records))}</Fact>
        <Fact name="To read offline">{storage ? offlineText(storage.offline) : '…'}</Fact>
        <Fact name="Storage used">{storage ? usedText(storage) : '…'}</Fact>
        <Fact name="Safe from clearing">
          <span style={unseen}>{clearingText(storage ?? { persisted: false, askable: true })}</span>
        </Fact>
      </dl>
      <div className="row">
        <Button onClick={openOutbox}>Open the outbox</Button>
        {(!storage || (!storage.persisted && storage.askable)) && (
          <Button busy={busy} style={unseen} onClick={request}>
            Ask the browser to keep it
          </Button>
        )}
      </div>
      <p role="status" className="small soft">
        {!storage?.persisted && resultText[result]}
      </p>
    </section>
  );
}
