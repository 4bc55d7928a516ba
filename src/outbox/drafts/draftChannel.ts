import { createEvent } from '../../store.ts';
import { once } from '../../timing.ts';
import type { DraftChannel } from './ShownDrafts.ts';

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('ev-drafts') : null;
const announced = createEvent<[string | null]>();

const listen = once(async () => {
  channel?.addEventListener('message', ({ data }) => announced.emit(data as string));
  if (typeof document !== 'object') return;
  // A window that slept may have missed something.
  const look = () => document.visibilityState === 'visible' && announced.emit(null);
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
});

/** Connects the windows of this browser. */
export const draftChannel: DraftChannel = {
  announce: (name) => channel?.postMessage(name),
  subscribe(listener) {
    void listen();
    return announced.subscribe(listener);
  },
};
