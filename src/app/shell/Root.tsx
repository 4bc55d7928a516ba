import { Outlet } from '@tanstack/react-router';
import { RouteProgress } from '../../ui/RouteProgress.tsx';
import { useLater } from '../start/later.ts';
import { useFocusOnNavigation } from './useFocusOnNavigation.ts';

/** What every page stands in, signed in or not. */
export function Root() {
  const later = useLater();
  useFocusOnNavigation();
  return (
    <>
      <RouteProgress />
      <Outlet />
      {later && <later.RootParts />}
    </>
  );
}
