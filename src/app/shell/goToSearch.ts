import type { AnyRouter } from '@tanstack/react-router';

/** Focuses the search field of the current page; false when it has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** Focuses the search field once, after the heading was focused by the navigation. */
export function focusSearchAfterwards(router: AnyRouter): void {
  const stop = router.subscribe('onRendered', () => {
    stop();
    requestAnimationFrame(focusSearch);
  });
}

/** Focuses the search field of this page, else opens the job search. */
export function goToSearch(router: AnyRouter): void {
  if (focusSearch()) return;
  focusSearchAfterwards(router);
  void router.navigate({ to: '/jobs/listing/$category', params: { category: 'all' } });
}
