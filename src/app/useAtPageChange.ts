import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * A value as it was when the page changed last, and `first` on the page that the app was opened with: what it decides to show
 * comes with a page, so that nothing moves under whoever reads one.
 */
export function useAtPageChange<T>(read: () => T, first: T): T {
  const { pathname } = useLocation();
  const [seen, setSeen] = useState({ on: pathname, value: first });
  if (seen.on !== pathname) setSeen({ on: pathname, value: read() });
  return seen.value;
}
