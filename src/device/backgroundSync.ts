import { onWaitingChange, waitingRecords } from '../outbox/records/waiting.ts';
import { askForWorker, wakesWorker } from '../outbox/sending/backgroundSync.ts';

/**
 * Asks the browser to wake the worker once there is a connection again, as long as something waits. Where there is no background sync,
 * the windows send by themselves.
 */
export function registerBackgroundSync(registration: ServiceWorkerRegistration): void {
  if (!('sync' in registration)) return;
  let registered = new Set<string>();
  const waiting = () =>
    waitingRecords().flatMap(({ clientId, state }) =>
      state === 'acked' || state === 'failed' ? [] : [clientId],
    );
  const registerForNew = () => {
    const now = waiting();
    const isNew = now.some((clientId) => !registered.has(clientId));
    registered = new Set(now);
    if (isNew) void askForWorker();
  };
  void followPermission();
  registerForNew();
  onWaitingChange(registerForNew);
  // The sync event may have fired while this window was open to send.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && waiting().length > 0) void askForWorker();
  });
}

/** Notes whether the worker may be woken. */
async function followPermission(): Promise<void> {
  const name = 'background-sync' as PermissionName;
  const permission = await navigator.permissions.query({ name }).catch(() => null);
  const note = () => wakesWorker.set(permission?.state === 'granted');
  note();
  permission?.addEventListener('change', note);
}
