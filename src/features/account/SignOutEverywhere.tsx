import { useState } from 'react';
import { endSessions } from '../../outbox/send.ts';
import { refresh } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';

/** For whoever lost a phone: ends all of the reader's sessions, this one too. */
export function SignOutEverywhere({ email }: { email: string }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function end() {
    setAsking(false);
    setBusy(true);
    try {
      await endSessions(email);
      toast('You are signed out on every device.', { tone: 'good' });
      // The service refuses this device as well now; looking is what shows the page to sign in on.
      await refresh().catch(() => undefined);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      toast(`You are still signed in. ${why}`, { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }
  return (
    <section className="sheet row" data-ends="" aria-label="Other devices">
      <p>A phone was lost, or somebody else knows your password?</p>
      <Button busy={busy} onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign out on every device?"
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Stay signed in</Button>
            <Button variant="danger" onClick={() => void end()}>
              Sign out everywhere
            </Button>
          </>
        }
      >
        <p>
          You have to sign in again on every device, this one too, and are not notified until then. What you
          have not sent yet stays on its device. If somebody else knows your password, change it first.
        </p>
      </Dialog>
    </section>
  );
}
