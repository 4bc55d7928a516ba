import { type BrowserInfo, isIos } from './platform.ts';

/** How a device shows the way to an address. */
export type Directions = {
  url: string;
  /** The link opens an app, which may have maps of its own; else a web page. */
  isApp: boolean;
};

/** Returns the link to the maps app that the user chose on Android, to Apple Maps on iOS, and to a web page elsewhere. */
export function directionsTo(address: string, browser: BrowserInfo): Directions {
  const query = encodeURIComponent(address);
  if (/Android/.test(browser.userAgent)) return { url: `geo:0,0?q=${query}`, isApp: true };
  if (isIos(browser)) return { url: `https://maps.apple.com/?daddr=${query}`, isApp: true };
  return { url: `https://www.google.com/maps/dir/?api=1&destination=${query}`, isApp: false };
}

/** Longer than an app takes to come to the front, and shorter than a browser allows a page to copy after a tap. */
const openLimitMs = 2000;

/** Resolves to whether this page lost the screen soon after a link was followed: an app or another tab opened. */
export function hasOpened(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = new AbortController();
  const opened = () => resolve(true);
  const { signal } = stop;
  window.addEventListener('blur', opened, { signal });
  window.addEventListener('pagehide', opened, { signal });
  document.addEventListener('visibilitychange', opened, { signal });
  const timer = setTimeout(resolve, openLimitMs, false);
  return promise.finally(() => {
    clearTimeout(timer);
    stop.abort();
  });
}
