import type { BrowserWords } from './deviceLabel.ts';

/** Whether this browser can be notified at all. iPhones and iPads notify apps that were put on the home screen, only. */
export type PushSupport = 'supported' | 'unsupported' | 'ios-not-installed';

type Words = BrowserWords & { standalone?: boolean };

/** Browsers of iPhones and iPads, whatever they call themselves; an iPad gives itself out for a Mac that can be touched. */
function isIos({ userAgent, maxTouchPoints = 0 }: BrowserWords): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function isInstalled({ standalone }: Words): boolean {
  return standalone === true || globalThis.matchMedia?.('(display-mode: standalone)').matches === true;
}

export function pushSupport(words: Words = navigator): PushSupport {
  if (isIos(words) && !isInstalled(words)) return 'ios-not-installed';
  const can = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  return can ? 'supported' : 'unsupported';
}
