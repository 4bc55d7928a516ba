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
import { contentsText, countCached } from '../../offline/cachedCalls.ts';
import { cachedAddresses } from '../../offline/responses.ts';
import { cannotStoreText } from '../../outbox/records/OutboxError.ts';
import { tallyOf, tallyText } from '../../outbox/records/tally.ts';
import { canStore, onWaitingChange, recordsOwner, waitingRecords } from '../../outbox/records/waiting.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { Section } from '../../ui/Section.tsx';

/** Reads what the app stores on this device, in bytes as far as the browser says. `askable`: persistence can be requested. */
async function readDeviceStorage() {
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  const [estimate, persisted, offline] = await Promise.all([
    storage?.estimate?.().catch(() => undefined),
    isStoragePersistent(),
    // A browser may have no caches, or deny them.
    cachedAddresses(recordsOwner()?.uid ?? '').catch(() => []),
  ]);
  return {
    used: estimate?.usage,
    quota: estimate?.quota,
    persisted,
    askable: canRequestPersistence(),
    offline: countCached(offline),
  };
}

function usedText({ used, quota }: { used: number | undefined; quota: number | undefined }): string {
  if (used === undefined) return 'Not available in this browser';
  return quota ? `${fileSize(used)} of ${fileSize(quota)} available` : fileSize(used);
}

const resultText: Record<PersistenceResult, string> = {
  granted: '',
  refused: 'Your browser didn’t allow it yet. It usually does after you install the app or use it often.',
  pending: 'Your browser hasn’t answered yet. It may be asking you next to the address bar.',
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
    <Section title="Storage on this device">
      <p>
        Stored on this device: the app, your name and email, drafts, unsent items, and jobs and messages
        you’ve opened. Your password is never stored. Signing out removes everything except the app.
      </p>
      {!keeps && <p>{cannotStoreText}</p>}
      <dl className="facts">
        <Fact name="Outbox">{tallyText(tallyOf(records))}</Fact>
        <Fact name="Available offline">{storage ? contentsText(storage.offline) : '…'}</Fact>
        <Fact name="Storage used">{storage ? usedText(storage) : '…'}</Fact>
        <Fact name="Protected from automatic deletion">
          <span style={unseen}>{clearingText(storage ?? { persisted: false, askable: true })}</span>
        </Fact>
      </dl>
      <div className="row">
        <Button onClick={openOutbox}>Open outbox</Button>
        {(!storage || (!storage.persisted && storage.askable)) && (
          <Button busy={busy} style={unseen} onClick={request}>
            Protect stored data
          </Button>
        )}
      </div>
      <p role="status" className="small soft">
        {!storage?.persisted && resultText[result]}
      </p>
    </Section>
  );
}
