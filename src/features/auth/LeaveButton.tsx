import { useState } from 'react';
import { useSignOut } from '../../session/useSignOut.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';

/** The way out of the access flow, for whoever is here with the wrong account. */
export function LeaveButton() {
  const signOut = useSignOut();
  const [busy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    try {
      await signOut();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="quiet" busy={busy} onClick={() => void leave()}>
      Sign out
    </Button>
  );
}
