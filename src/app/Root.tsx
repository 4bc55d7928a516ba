import { Outlet } from '@tanstack/react-router';
import { RouteProgress } from '../ui/RouteProgress.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';
import { useFocusOnNavigation } from './useFocusOnNavigation.ts';

/** What every page stands in, signed in or not. */
export function Root() {
  useFocusOnNavigation();
  return (
    <>
      <RouteProgress />
      <Outlet />
      <SignOutDialog />
      <Toasts />
    </>
  );
}
