import { useState } from 'react';
import type { Profile } from '../../contract/user.ts';
import { endSessions } from '../../outbox/send.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { toastUnchanged } from './undoChange.ts';

/** Signs a person out everywhere: for a phone that was lost, or a password that others know. */
export function EndSessions({ person }: { person: Profile }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const name = `${person.firstName} ${person.lastName}`;

  async function end() {
    setAsking(false);
    setBusy(true);
    try {
      await endSessions(person.email);
      toast(`${name} is signed out on every device.`, { tone: 'good' });
    } catch (error) {
      toastUnchanged(person, error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <section className="sheet row" data-ends="" aria-label="Sessions">
      <p>A phone was lost, or somebody else knows the password?</p>
      <Button busy={busy} onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Sign out ${name} everywhere?`}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep as it is</Button>
            <Button variant="danger" onClick={() => void end()}>
              Sign out everywhere
            </Button>
          </>
        }
      >
        <p>
          Every device {name} is signed in on has to sign in again, and gets no notifications until then. What
          they have not sent yet stays on their device. Whoever knows the password can still sign in: have it
          changed, or withdraw the approval.
        </p>
      </Dialog>
    </section>
  );
}
