import type { AnyRouter } from '@tanstack/react-router';

/** Focuses the search field of this page, else opens the search for everything. */
export function goToSearch(router: AnyRouter): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!field) return void router.navigate({ to: '/search' });
  field.focus();
  field.select();
}
