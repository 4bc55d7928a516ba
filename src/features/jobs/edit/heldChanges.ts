import { useEffect } from 'react';
import { pageOutbox } from '../../../outbox/pageOutbox.ts';
import { recordsOwner } from '../../../outbox/records/waiting.ts';
import { withdraw } from '../../../outbox/sendJobs.ts';
import { createStore } from '../../../store.ts';
import { toast } from '../../../ui/feedback/toast.ts';

/** How long a change of one tap can be taken back before it leaves the outbox. */
export const holdMs = 10_000;

/** The keys of the changes that can be taken back, each with what ends that. */
const held = createStore<ReadonlyMap<string, () => void>>(new Map());
export const { get: heldChanges, subscribe: onHeldChange } = held;

function release(clientId: string): void {
  const others = new Map(held.get());
  const end = others.get(clientId);
  others.delete(clientId);
  held.set(others);
  end?.();
}

/** Says what was done, and offers to take it back while its change waits in the outbox. */
export function offerUndo(clientId: string, done: string): void {
  const dismiss = toast(done, {
    tone: 'good',
    action: { label: 'Undo', run: () => void undo(clientId) },
  });
  const timer = setTimeout(() => release(clientId), holdMs);
  const end = () => {
    clearTimeout(timer);
    dismiss();
  };
  held.set(new Map([...held.get(), [clientId, end]]));
}

async function undo(clientId: string): Promise<void> {
  const owner = recordsOwner();
  const isWithdrawn = owner !== null && (await withdraw(owner, clientId));
  release(clientId);
  if (!isWithdrawn) toast('It was sent already. Change the job to undo it.', { tone: 'bad' });
}

function sendHeldChanges(): void {
  const uid = recordsOwner()?.uid;
  for (const clientId of held.get().keys()) {
    release(clientId);
    // Without it, or once it is gone, the outbox sends it when its time comes.
    if (uid)
      void pageOutbox()
        .retry(uid, clientId)
        .catch(() => undefined);
  }
}

/** Sends what can still be taken back once its page is left, or is not shown any more. */
export function useSendingHeldOnLeave(): void {
  useEffect(() => {
    const whenHidden = () => document.visibilityState === 'hidden' && sendHeldChanges();
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      document.removeEventListener('visibilitychange', whenHidden);
      sendHeldChanges();
    };
  }, []);
}
