import { untilQuiet } from './quiet.ts';

const reloadedKey = 'reloaded-for-chunk';
const reloadAgainMs = 60_000;

/** Whether loading the page anew may bring the part, and was not just tried. */
export function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
  return navigator.onLine && Date.now() - last > reloadAgainMs;
}

/** Loads the page anew for a missing part, after what is on its way and typed is safe. */
export async function reloadForPart(): Promise<void> {
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  await untilQuiet();
  location.reload();
}
