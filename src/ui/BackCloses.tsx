import { useBackCloses } from './useBackCloses.ts';

/** Beside what is open over the page, while it is: as the hook, for who loads it later. */
export function BackCloses({ close }: { close: () => void }) {
  useBackCloses(true, close);
  return null;
}
