import { createContext, use, useSyncExternalStore } from 'react';
import type { Live } from './live.ts';

/** The page's live events; null until that part of the app is loaded. */
export const LiveContext = createContext<Live | null>(null);

/** Fallback polling interval while live events arrive: nothing should ever be found by it. */
const connectedMs = 5 * 60_000;

const never = () => () => undefined;

/** Returns how long a screen waits between two fetches: `unconnectedMs` unless live events arrive. */
export function useIntervalMs(unconnectedMs: number): number {
  const live = use(LiveContext);
  const isConnected = useSyncExternalStore(live?.subscribe ?? never, live?.isConnected ?? (() => false));
  return isConnected ? connectedMs : unconnectedMs;
}
