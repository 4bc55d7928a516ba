import { useBlocker } from '@tanstack/react-router';

/**
 * The back gesture closes what is open over the page instead of leaving the page. Where the platform does that itself
 * (`CloseWatcher`, which native dialogs and popovers use), this does nothing.
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
