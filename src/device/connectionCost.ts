import { isInstalledApp } from './platform.ts';

/** What some browsers say about the connection; others say nothing. */
type NetworkInformation = EventTarget & { type?: string; saveData?: boolean; effectiveType?: string };

function network(): NetworkInformation | undefined {
  return (navigator as { connection?: NetworkInformation }).connection;
}

/** Whether the user has asked for as little data as possible. */
export function savesData(): boolean {
  return network()?.saveData === true;
}

/** Returns whether data costs something on this connection: on mobile data, and where the user saves data. */
export function connectionCost(): 'metered' | 'unmetered' | 'unknown' {
  const { type } = network() ?? {};
  if (savesData() || type === 'cellular') return 'metered';
  return type === 'wifi' || type === 'ethernet' ? 'unmetered' : 'unknown';
}

/** Whether the connection is so slow that nothing should be fetched but what the user opens. */
export function isConnectionSlow(): boolean {
  return /2g$/.test(network()?.effectiveType ?? '');
}

export function onConnectionCost(listener: () => void): void {
  network()?.addEventListener?.('change', listener);
}

/** A phone or tablet may be on mobile data without saying so. */
function isMobile(): boolean {
  return /Android|iPhone|iPad|Mobile/.test(navigator.userAgent) || navigator.maxTouchPoints > 1;
}

/** Whether the app fetches by itself without having been asked: installed, and not on a connection that may cost something. */
export function mayFetchUnasked(): boolean {
  const cost = connectionCost();
  return isInstalledApp() && (cost === 'unmetered' || (cost === 'unknown' && !isMobile()));
}
