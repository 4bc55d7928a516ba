import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { apply } from '../../cache/apply.ts';
import { Erased } from '../../contract/users/erasures.ts';
import type { Profile } from '../../contract/users/user.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { CheckboxGroup } from '../../ui/form/ChoiceGroup.tsx';
import { EmailField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/Section.tsx';
import { Time } from '../../ui/text/Time.tsx';
import { messageOf, useAction } from '../../ui/useAction.ts';
import { fullNameOf } from './approval.ts';
import { erasureRequestsQuery } from './erasureRequestsQuery.ts';
import { LazyHandOver } from './LazyHandOver.tsx';

const automaticText = 'Their sign-in account will be deleted within a minute.';
const byHandText =
  'To finish, delete their sign-in account in the Firebase console (Authentication > Users).';

/** Lets an admin delete a user, after their open jobs are handed over, and shows whether the user requested it. */
export function EraseUser({ user }: { user: Profile }) {
  const [isOpen, setOpen] = useState(false);
  const { data: requests } = useQuery(erasureRequestsQuery());
  const asked = requests?.find(({ email }) => email === user.email)?.asked;
  return (
    <Section title="Delete user">
      <p>
        Permanently removes this person’s name, email, phone number, and address, and deletes their sign-in.
        Jobs, messages, and files stay.
      </p>
      <div className="row">
        <Button variant="danger" onClick={() => setOpen(true)}>
          <span>
            Delete <span translate="no">{fullNameOf(user)}</span>
          </span>
        </Button>
      </div>
      {asked !== undefined && (
        <p>
          <strong>
            <span translate="no">{user.firstName}</span> requested account deletion{' '}
            <Time seconds={asked} inSentence />.
          </strong>
        </p>
      )}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={`Delete ${fullNameOf(user)}?`}>
        <div className="stack">
          <LazyHandOver user={user} />
          <Confirmation user={user} onClose={() => setOpen(false)} />
        </div>
      </Dialog>
    </Section>
  );
}

function Confirmation({ user, onClose }: { user: Profile; onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [choices, setChoices] = useState<'company'[]>(user.company === '' ? [] : ['company']);
  const [error, setError] = useState('');
  // One key for all tries, so that a retry after a lost response gets that response.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const pseudonym = user.userType === 'CLIENT' ? 'Former client' : 'Former employee';

  const { busy, run: erase } = useAction(
    async () => {
      const { email } = user;
      if (typed.trim().toLowerCase() !== email) return setError(`That doesn’t match. Enter ${email}.`);
      setError('');
      const body = { email, keepCompany: choices.length > 0 };
      const { byHand } = checked(Erased, await call('eraseUser', { body, idempotencyKey }));
      apply({ kind: 'user-erased', email });
      onClose();
      await navigate({ to: '/users/listing/$category', params: { category: 'all' }, search: {} });
      toast(`User deleted. ${byHand ? byHandText : automaticText}`, { tone: 'good' });
    },
    (failure) => setError(messageOf(failure)),
  );
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void erase();
      }}
    >
      <p>
        Jobs and messages will show “{pseudonym}” instead of their name. Text people wrote won’t change. You
        can’t undo this.
      </p>
      {user.company !== '' && (
        <CheckboxGroup
          label="On their jobs"
          name="keepCompany"
          value={choices}
          onChange={setChoices}
          options={{ company: `Keep company name “${user.company}”` }}
        />
      )}
      <EmailField
        label={`Type ${user.email} to confirm`}
        required
        value={typed}
        error={error}
        onChange={setTyped}
        autoComplete="off"
      />
      <div className="row" data-to-end="">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger" busy={busy}>
          Delete user
        </Button>
      </div>
    </form>
  );
}
