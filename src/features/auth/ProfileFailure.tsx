import { useState } from 'react';
import { refresh } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';

/** The sign-in worked, the profile could not be loaded (§8): said, with a way to try again without the password. */
export function ProfileFailure({ message }: { message: string }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  async function retry() {
    setBusy(true);
    setFailure('');
    try {
      await refresh();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div role="alert" className="sheet stack">
      <p>{failure || message}</p>
      <Button busy={busy} onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  );
}
