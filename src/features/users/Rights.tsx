import { useState } from 'react';
import { userTypes } from '../../contract/enums.ts';
import type { Profile } from '../../contract/user.ts';
import { updateProfile } from '../../outbox/send.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Select } from '../../ui/form/Select.tsx';
import { useAction } from '../../ui/useAction.ts';
import { type AssignableType, approvalStateOf, fullNameOf } from './approval.ts';
import { Decision, toastUnchanged, undoChange } from './Decision.tsx';

const { UNSPECIFIED: _, ...assignableTypes } = userTypes;

const meanings: Readonly<Record<AssignableType, string>> = {
  CLIENT: 'They see and report their own jobs only, and write to EV about them.',
  EMPLOYEE: 'They see, edit and answer every job, see all users and invite clients.',
  ADMIN: 'They may do everything an employee may, approve people, change user types and invite staff.',
};

/** What an administrator decides about a user: approval and user type. */
export function Rights({ user }: { user: Profile }) {
  const [chosen, setChosen] = useState<AssignableType | null>(null);
  const name = fullNameOf(user);
  const state = approvalStateOf(user);
  const current = user.userType === 'UNSPECIFIED' ? '' : user.userType;

  const { busy, run: change } = useAction(
    async (userType: AssignableType) => {
      setChosen(null);
      await updateProfile({ email: user.email, userType });
      toast(`${name} now is: ${userTypes[userType]}.`, {
        tone: 'good',
        ...(current !== '' && { action: { label: 'Undo', run: () => void undoChange(user) } }),
      });
    },
    (error) => toastUnchanged(user, error),
  );
  return (
    <section className="sheet stack" aria-labelledby="rights">
      <h2 id="rights" className="section-title">
        Access
      </h2>
      <div className="fields">
        <div className="stack" data-tight="">
          <p>
            {state === 'approved' && `${name} may use EV Jobs.`}
            {state === 'pending' && `${name} waits for your approval.`}
            {state === 'refused' && `${name} was refused.`}
          </p>
          <div className="row">
            <Decision user={user} />
          </div>
        </div>
        <Select
          label="User type"
          required
          options={assignableTypes}
          value={current}
          disabled={busy}
          {...(current === '' ? { placeholder: 'Choose a user type' } : {})}
          onChange={(userType) => setChosen(userType === current ? null : userType || null)}
        />
      </div>
      <Dialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        title={chosen ? `Change ${name} to: ${userTypes[chosen]}?` : 'User type'}
        actions={
          <>
            <Button onClick={() => setChosen(null)}>Keep as it is</Button>
            <Button variant="primary" onClick={() => chosen && change(chosen)}>
              Change the user type
            </Button>
          </>
        }
      >
        {chosen && <p>{meanings[chosen]}</p>}
      </Dialog>
    </section>
  );
}
