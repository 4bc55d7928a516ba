import { useState } from 'react';
import { isStaff, userTypes } from '../../contract/enums.ts';
import type { Profile } from '../../contract/users/user.ts';
import { withArticle } from '../../format/withArticle.ts';
import { updateProfile } from '../../outbox/sends/send.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Select } from '../../ui/form/Select.tsx';
import { Section } from '../../ui/Section.tsx';
import { useAction } from '../../ui/useAction.ts';
import { type AssignableType, approvalStateOf, fullNameOf } from './approval.ts';
import { Decision, toastUnchanged, undoChange } from './Decision.tsx';
import { LazyHandOver } from './LazyHandOver.tsx';

const { UNSPECIFIED: _, ...assignableTypes } = userTypes;

const meanings: Readonly<Record<AssignableType, string>> = {
  CLIENT: 'Clients can submit and view their own jobs and message EV about them.',
  EMPLOYEE: 'Employees can view, edit, and message on every job, view all users, and invite clients.',
  ADMIN: 'Admins can do everything employees can, plus approve users, change roles, and invite staff.',
};

/** "a client", "an employee", "an admin" */
function roleOf(userType: AssignableType): string {
  return withArticle(userTypes[userType].toLowerCase());
}

/** Lets an admin decide about a user: approval and role. Who makes a client of staff can hand their open jobs over first. */
export function Rights({ user }: { user: Profile }) {
  const [chosen, setChosen] = useState<AssignableType | null>(null);
  const name = fullNameOf(user);
  const state = approvalStateOf(user);
  const current = user.userType === 'UNSPECIFIED' ? '' : user.userType;

  const { busy, run: change } = useAction(
    async (userType: AssignableType) => {
      setChosen(null);
      await updateProfile({ email: user.email, userType });
      toast(`${name} is now ${roleOf(userType)}.`, {
        tone: 'good',
        ...(current !== '' && { action: { label: 'Undo', run: () => void undoChange(user) } }),
      });
    },
    (error) => toastUnchanged(user, error),
  );
  return (
    <Section title="Access">
      <div className="fields">
        <div className="stack" data-tight="">
          <p>
            {state === 'approved' && `${name} has access to EV Jobs.`}
            {state === 'pending' && `${name} is waiting for your approval.`}
            {state === 'refused' && `${name} doesn’t have access to EV Jobs.`}
          </p>
          <div className="row">
            <Decision user={user} />
          </div>
        </div>
        <Select
          label="Role"
          required
          options={assignableTypes}
          value={current}
          disabled={busy}
          {...(current === '' ? { placeholder: 'Choose a role' } : {})}
          onChange={(userType) => setChosen(userType === current ? null : userType || null)}
        />
      </div>
      <ConfirmDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        title={chosen ? `Make ${name} ${roleOf(chosen)}?` : 'Role'}
        confirm="Change role"
        variant="primary"
        more={chosen === 'CLIENT' && isStaff(user.userType) && <LazyHandOver user={user} />}
        onConfirm={() => chosen && change(chosen)}
      >
        {chosen && meanings[chosen]}
      </ConfirmDialog>
    </Section>
  );
}
