import { endSessions } from '../../outbox/send.ts';
import { refresh } from '../../session/session.ts';
import { EverywhereSignOut } from '../../ui/EverywhereSignOut.tsx';
import { toast } from '../../ui/toast.ts';

/** For whoever lost a phone: ends all of the reader's sessions, this one too. */
export function SignOutEverywhere({ email }: { email: string }) {
  async function end() {
    try {
      await endSessions(email);
      toast('You are signed out on every device.', { tone: 'good' });
      // The service refuses this device as well now; looking is what shows the page to sign in on.
      await refresh().catch(() => undefined);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      toast(`You are still signed in. ${why}`, { tone: 'bad' });
    }
  }
  return (
    <EverywhereSignOut
      label="Other devices"
      why="A phone was lost, or somebody else knows your password?"
      title="Sign out on every device?"
      keep="Stay signed in"
      onEnd={end}
    >
      You have to sign in again on every device, this one too, and are not notified until then. What you have
      not sent yet stays on its device. If somebody else knows your password, change it first.
    </EverywhereSignOut>
  );
}
