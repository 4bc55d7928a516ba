import { useState } from 'react';
import type { Profile } from '../../contract/user.ts';
import { updateProfile } from '../../outbox/send.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { standingOf } from './standing.ts';
import { toastUnchanged, undoChange } from './undoChange.ts';

/** Approve or refuse a person. To refuse asks first: it shuts them out and writes them a letter. */
export function Decision({ person }: { person: Profile }) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const standing = standingOf(person);
  const name = `${person.firstName} ${person.lastName}`;

  const outcome = standing === 'approved' ? 'is no longer approved' : 'is refused';

  async function decide(approve: boolean) {
    setBusy(true);
    try {
      await updateProfile({ email: person.email, userApproved: approve, userRefused: !approve });
      toast(`${name} ${approve ? 'is approved' : outcome}.`, {
        tone: 'good',
        action: { label: 'Undo', run: () => void undoChange(person) },
      });
    } catch (error) {
      toastUnchanged(person, error);
    } finally {
      setBusy(false);
    }
  }
  const refuseWords = standing === 'approved' ? 'Withdraw approval' : 'Refuse';
  return (
    <>
      {standing !== 'approved' && person.userType !== 'UNSPECIFIED' && (
        <Button
          variant="primary"
          busy={busy}
          aria-label={`Approve ${name}`}
          onClick={() => void decide(true)}
        >
          Approve
        </Button>
      )}
      {standing !== 'refused' && (
        <Button
          variant={standing === 'approved' ? 'quiet' : 'danger'}
          busy={busy}
          aria-label={`${refuseWords}: ${name}`}
          onClick={() => setAsking(true)}
        >
          {refuseWords}
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={standing === 'approved' ? `Withdraw the approval of ${name}?` : `Refuse ${name}?`}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep as it is</Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                void decide(false);
              }}
            >
              {refuseWords}
            </Button>
          </>
        }
      >
        <p>
          {name} will not be able to use EV Jobs, and is told so by e-mail. Jobs and messages stay as they
          are. You can approve them again at any time.
        </p>
      </Dialog>
    </>
  );
}
