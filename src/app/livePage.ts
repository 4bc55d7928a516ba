import type { LiveChannel, LivePage, LiveWord, PageSign } from './liveWindows.ts';

/** A channel to the other windows. @param hear told what they say */
export function openLiveChannel(name: string, hear: (word: LiveWord) => void): LiveChannel {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<LiveWord>) => hear(data));
  return { post: (word) => channel.postMessage(word), close: () => channel.close() };
}

/** What the browser says of this window. */
export const livePage: LivePage = {
  isVisible: () => document.visibilityState === 'visible',
  locks: 'locks' in navigator ? navigator.locks : null,
  openChannel: typeof BroadcastChannel === 'function' ? openLiveChannel : null,
  onSign(listener) {
    const stop = new AbortController();
    const { signal } = stop;
    const on = (target: EventTarget, event: string, sign: () => PageSign) =>
      target.addEventListener(event, () => listener(sign()), { signal });
    on(document, 'visibilitychange', () => (document.visibilityState === 'visible' ? 'shown' : 'hidden'));
    on(document, 'freeze', () => 'frozen');
    on(window, 'pagehide', () => 'frozen');
    on(document, 'resume', () => 'shown');
    on(window, 'pageshow', () => 'shown');
    on(window, 'online', () => 'line');
    return () => stop.abort();
  },
};
