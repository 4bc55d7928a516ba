import { onWaitingChange, waitingRecords } from '../outbox/records/waiting.ts';

/** Of browsers with background sync. */
type SyncManager = { register(tag: string): Promise<void> };

const tag = 'ev-outbox';

/**
 * Asks the browser to wake the worker once there is a connection again, as long as something waits. Where there is no background sync,
 * the windows send by themselves.
 */
export function registerBackgroundSync(registration: ServiceWorkerRegistration): void {
  const { sync } = registration as { sync?: SyncManager };
  if (!sync) return;
  let asked = new Set<string>();
  const waiting = () =>
    waitingRecords().flatMap(({ clientId, state }) =>
      state === 'acked' || state === 'failed' ? [] : [clientId],
    );
  // A browser may refuse it: a user can switch it off.
  const ask = () => sync.register(tag).catch(() => undefined);
  const askForNew = () => {
    const now = waiting();
    const isNew = now.some((clientId) => !asked.has(clientId));
    asked = new Set(now);
    if (isNew) void ask();
  };
  askForNew();
  onWaitingChange(askForNew);
  // What was registered may have come and gone while this window was there to send.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && waiting().length > 0) void ask();
  });
}
