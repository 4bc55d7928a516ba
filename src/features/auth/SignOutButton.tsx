import { useSignOut } from '../../appContexts.ts';
import { Button } from '../../ui/Button.tsx';
import { toastError } from '../../ui/feedback/toastError.ts';
import { useAction } from '../../ui/useAction.ts';

/** Signs out of the access flow, for a user who is here with the wrong account. */
export function SignOutButton() {
  const { busy, run } = useAction(useSignOut(), toastError);
  return (
    <Button variant="quiet" busy={busy} onClick={run}>
      Sign out
    </Button>
  );
}
