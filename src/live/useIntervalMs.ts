import { createContext, use, useSyncExternalStore } from 'react';
import type { Live } from './createLive.ts';

/** The live events of the page; null until they are loaded. */
export const LiveContext = createContext<Live | null>(null);

/** Fallback polling interval while live events arrive. */
const connectedMs = 5 * 60_000;

const never = () => () => undefined;

/** Returns the polling interval of a screen: `unconnectedMs` while no live events arrive. */
export function useIntervalMs(unconnectedMs: number): number {
  const live = use(LiveContext);
  const isConnected = useSyncExternalStore(live?.subscribe ?? never, live?.isConnected ?? (() => false));
  return isConnected ? connectedMs : unconnectedMs;
}
