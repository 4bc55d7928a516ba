import type { AnyRouter } from '@tanstack/react-router';

/** Focuses the search of the page that is open; false when it has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** Once, after the heading got the focus, as it does with any change of page. */
export function focusSearchAfterwards(router: AnyRouter): void {
  const stop = router.subscribe('onRendered', () => {
    stop();
    requestAnimationFrame(focusSearch);
  });
}

/** To the search of this page, or to that of the jobs. */
export function goToSearch(router: AnyRouter): void {
  if (focusSearch()) return;
  focusSearchAfterwards(router);
  void router.navigate({ to: '/jobs/listing/$category', params: { category: 'all' } });
}
