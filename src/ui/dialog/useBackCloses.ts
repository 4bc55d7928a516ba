import { useBlocker } from '@tanstack/react-router';

/**
 * Makes the back gesture close what is open over the page instead of leaving the page. Does nothing where the platform does
 * so itself (`CloseWatcher`, which native dialogs and popovers use).
 */
export function useBackCloses(open: boolean, close: () => void): void {
  useBlocker({
    disabled: !open || 'CloseWatcher' in globalThis,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      close();
      return true;
    },
  });
}

/** `useBackCloses` as a component, for code that loads it later. */
export function BackCloses({ close }: { close: () => void }) {
  useBackCloses(true, close);
  return null;
}
