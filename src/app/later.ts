import type { AnyRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { loadedOnce } from '../session/loadedOnce.ts';
import { whenShown } from './whenShown.ts';

async function load() {
  const { askToLeave, BackCloses, FrameParts, QuietLine, RootParts, startParts } = await import(
    './laterParts.ts'
  );
  return { askToLeave, BackCloses, FrameParts, QuietLine, RootParts, startParts };
}

type Parts = Awaited<ReturnType<typeof load>>;

let router: AnyRouter | null = null;
let parts: Parts | null = null;
const listeners = new Set<() => void>();
const loadAgainMs = 5000;

/** Everything that the first screen does without: loaded once that is drawn, or when it is needed sooner. */
export const loadLater = loadedOnce(async () => {
  const loaded = await load();
  if (!router) throw new Error('The app has not started.');
  loaded.startParts(router);
  parts = loaded;
  for (const listener of listeners) listener();
  return loaded;
});

/** Called once, before the app is drawn. */
export async function startLater(mine: AnyRouter): Promise<void> {
  router = mine;
  await whenShown(mine);
  while (!parts) {
    try {
      await loadLater();
    } catch (error) {
      console.warn('A part of the app cannot be loaded yet:', error);
      await new Promise((resolve) => setTimeout(resolve, loadAgainMs));
    }
  }
}

/** Null until it is loaded. */
export function useLater(): Parts | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => parts,
  );
}
