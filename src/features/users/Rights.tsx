import { useState } from 'react';
import { type UserType, userTypes } from '../../contract/enums.ts';
import type { Profile } from '../../contract/user.ts';
import { updateProfile } from '../../outbox/send.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Select } from '../../ui/form/Select.tsx';
import { Decision } from './Decision.tsx';
import { standingOf } from './standing.ts';
import { toastUnchanged, undoChange } from './undoChange.ts';

const { UNSPECIFIED: _, ...givenTypes } = userTypes;
type GivenType = Exclude<UserType, 'UNSPECIFIED'>;

const meanings: Readonly<Record<GivenType, string>> = {
  CLIENT: 'They see and report their own jobs only, and write to EV about them.',
  EMPLOYEE: 'They see, edit and answer every job, see all users and invite clients.',
  ADMIN: 'They may do everything an employee may, approve people, change user types and invite staff.',
};

/** What an administrator decides about a person: approval and user type. */
export function Rights({ person }: { person: Profile }) {
  const [chosen, setChosen] = useState<GivenType | ''>('');
  const [busy, setBusy] = useState(false);
  const name = `${person.firstName} ${person.lastName}`;
  const standing = standingOf(person);
  const now = person.userType === 'UNSPECIFIED' ? '' : person.userType;

  async function change(userType: GivenType) {
    setChosen('');
    setBusy(true);
    try {
      await updateProfile({ email: person.email, userType });
      const isUndoable = person.userType !== 'UNSPECIFIED';
      toast(`${name} now is: ${userTypes[userType]}.`, {
        tone: 'good',
        ...(isUndoable && { action: { label: 'Undo', run: () => void undoChange(person) } }),
      });
    } catch (error) {
      toastUnchanged(person, error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <section className="sheet stack" aria-labelledby="rights">
      <h2 id="rights" className="section-title">
        Access
      </h2>
      <div className="fields">
        <div className="stack" data-tight="">
          <p>
            {standing === 'approved' && `${name} may use EV Jobs.`}
            {standing === 'pending' && `${name} waits for your approval.`}
            {standing === 'refused' && `${name} was refused.`}
          </p>
          <div className="row">
            <Decision person={person} />
          </div>
        </div>
        <Select
          label="User type"
          required
          options={givenTypes}
          value={now}
          disabled={busy}
          {...(now === '' ? { placeholder: 'Choose a user type' } : {})}
          onChange={(userType) => setChosen(userType === now ? '' : userType)}
        />
      </div>
      <Dialog
        open={chosen !== ''}
        onClose={() => setChosen('')}
        title={chosen === '' ? 'User type' : `Change ${name} to: ${userTypes[chosen]}?`}
        actions={
          <>
            <Button onClick={() => setChosen('')}>Keep as it is</Button>
            <Button variant="primary" onClick={() => chosen !== '' && void change(chosen)}>
              Change the user type
            </Button>
          </>
        }
      >
        {chosen !== '' && <p>{meanings[chosen]}</p>}
      </Dialog>
    </section>
  );
}
