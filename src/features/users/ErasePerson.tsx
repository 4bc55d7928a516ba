import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { apply } from '../../cache/apply.ts';
import type { Erased } from '../../contract/people.ts';
import type { Profile } from '../../contract/user.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { CheckboxGroup } from '../../ui/form/ChoiceGroup.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Time } from '../../ui/Time.tsx';
import { erasuresAskedQuery } from './peopleQueries.ts';

const byItself = 'Their sign-in account is deleted within a minute.';
const byHandWords = 'Now delete their sign-in account: Firebase console, Authentication, Users.';

/** The last thing an administrator can do about a person. */
export function ErasePerson({ person }: { person: Profile }) {
  const [open, setOpen] = useState(false);
  const { data: people } = useQuery(erasuresAskedQuery());
  const asked = people?.find(({ email }) => email === person.email)?.asked;
  return (
    <section className="sheet stack" aria-labelledby="erase">
      <h2 id="erase" className="section-title">
        Erase
      </h2>
      <p>
        Takes name, e-mail, phone number and address out of EV Jobs for good, and ends their sign-in. Jobs,
        messages and files stay.
      </p>
      <div className="row">
        <Button variant="danger" onClick={() => setOpen(true)}>
          Erase {person.firstName} {person.lastName}…
        </Button>
      </div>
      {asked !== undefined && (
        <p>
          <strong>
            {person.firstName} asked to be erased <Time seconds={asked} />.
          </strong>
        </p>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Erase ${person.firstName} ${person.lastName}?`}
      >
        {open && <Question person={person} onClose={() => setOpen(false)} />}
      </Dialog>
    </section>
  );
}

function Question({ person, onClose }: { person: Profile; onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [kept, setKept] = useState<'company'[]>(person.company === '' ? [] : ['company']);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const staysAs = person.userType === 'CLIENT' ? 'Former client' : 'Former employee';

  async function erase() {
    if (typed.trim().toLowerCase() !== person.email) {
      setError('This is not their e-mail address.');
      return;
    }
    setBusy(true);
    setError('');
    try {
      const { byHand } = await erasePerson(person.email, kept.length > 0, key);
      onClose();
      await navigate({ to: '/users/listing/$category', params: { category: 'all' }, search: {} });
      toast(`They are erased. ${byHand ? byHandWords : byItself}`, { tone: 'good' });
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
      setBusy(false);
    }
  }
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
        In jobs and messages they are “{staysAs}” from now on. What people wrote stays as it was written. This
        cannot be undone.
      </p>
      {person.company !== '' && (
        <CheckboxGroup
          label="On their jobs"
          name="keepCompany"
          value={kept}
          onChange={setKept}
          options={{ company: `Keep the company’s name, “${person.company}”` }}
        />
      )}
      <TextField
        label={`To be sure, type ${person.email}`}
        required
        value={typed}
        error={error}
        onChange={setTyped}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="row" data-to-end="">
        <Button onClick={onClose}>Keep</Button>
        <Button type="submit" variant="danger" busy={busy}>
          Erase for good
        </Button>
      </div>
    </form>
  );
}

/**
 * Erases a person; nothing brings it back.
 *
 * @param key of the one intent, so that a retry after a lost answer gets the answer
 * @throws ApiError
 */
async function erasePerson(email: string, keepCompany: boolean, key: string): Promise<Erased> {
  const erased = await call('erasePerson', { body: { email, keepCompany }, idempotencyKey: key });
  apply({ kind: 'user-erased', email });
  return erased;
}
