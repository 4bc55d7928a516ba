import { Toasts } from '../ui/Toasts.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';

/** What may lie over any page, signed in or not. */
export function RootParts() {
  return (
    <>
      <SignOutDialog />
      <Toasts />
    </>
  );
}
