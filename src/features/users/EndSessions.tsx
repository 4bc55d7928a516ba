import type { Profile } from '../../contract/user.ts';
import { endSessions } from '../../outbox/send.ts';
import { EverywhereSignOut } from '../../ui/EverywhereSignOut.tsx';
import { toast } from '../../ui/toast.ts';
import { toastUnchanged } from './undoChange.ts';

/** Signs a person out everywhere: for a phone that was lost, or a password that others know. */
export function EndSessions({ person }: { person: Profile }) {
  const name = `${person.firstName} ${person.lastName}`;

  async function end() {
    try {
      await endSessions(person.email);
      toast(`${name} is signed out on every device.`, { tone: 'good' });
    } catch (error) {
      toastUnchanged(person, error);
    }
  }
  return (
    <EverywhereSignOut
      label="Sessions"
      why="A phone was lost, or somebody else knows the password?"
      title={`Sign out ${name} everywhere?`}
      keep="Keep as it is"
      onEnd={end}
    >
      Every device {name} is signed in on has to sign in again, and gets no notifications until then. What
      they have not sent yet stays on their device. Whoever knows the password can still sign in: have it
      changed, or withdraw the approval.
    </EverywhereSignOut>
  );
}
