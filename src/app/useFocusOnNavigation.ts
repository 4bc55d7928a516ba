import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** After a change of page the focus goes to its heading, so that it is read out and Tab goes on from there. */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        const target =
          document.querySelector<HTMLElement>('[data-page-heading]') ??
          document.querySelector<HTMLElement>('main');
        // Where the page scrolls to is the router's to say.
        target?.focus({ preventScroll: true });
      }),
    [router],
  );
}
