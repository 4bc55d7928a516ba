import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/client.ts';
import { profileQuery } from '../../api/queries.ts';
import { isStaff, userTypes } from '../../contract/enums.ts';
import { nationalPhone } from '../../contract/phone.ts';
import type { Profile } from '../../contract/user.ts';
import { addressLines } from '../../format/address.ts';
import { openFormDraft } from '../../outbox/drafts/formDraft.ts';
import { endSessions, updateProfile } from '../../outbox/send.ts';
import { takeProfile } from '../../session/session.ts';
import { useProfile } from '../../session/useSession.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { EverywhereSignOut } from '../../ui/EverywhereSignOut.tsx';
import { NotHere } from '../../ui/feedback/NotHere.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { ProfileEditor } from '../../ui/form/ProfileEditor.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ErasePerson } from './ErasePerson.tsx';
import { Rights } from './Rights.tsx';
import { mayDecide, mayEdit, standingOf, standingWords } from './standing.ts';
import { toastUnchanged } from './undoChange.ts';

/** One person's profile: staff read it; an administrator edits it and decides about the person. */
export function UserPage({ userEmail }: { userEmail: string }) {
  const reader = useProfile();
  const email = userEmail.toLowerCase();
  if (!isStaff(reader.userType) && email !== reader.email) return <NotHere />;
  return <Person email={email} reader={reader} />;
}

function Person({ email, reader }: { email: string; reader: Profile }) {
  const query = useQuery(profileQuery(email));
  if (!query.data && query.error instanceof ApiError && query.error.code === 'not-found') return <NotHere />;
  const person = query.data;
  if (!person) {
    return (
      <div className="page" data-narrow="">
        <PageHeading title="User" />
        {query.error ? (
          <TryAgain query={query} />
        ) : (
          <div aria-busy="true" className="stack">
            <Skeleton lines={2} />
            <Skeleton height="20rem" />
          </div>
        )}
      </div>
    );
  }
  return (
    <div className="page" data-narrow="">
      <PageHeading title={`${person.firstName} ${person.lastName}`} over="User" note={person.email}>
        <Badge>{userTypes[person.userType]}</Badge>
        <Badge>{standingWords[standingOf(person)]}</Badge>
      </PageHeading>
      {mayDecide(reader, person) && <Rights person={person} />}
      {email === reader.email && (
        <p className="soft">
          This is you. Your user type and approval are another administrator’s to change.{' '}
          <ButtonLink to="/account" variant="quiet">
            Your account
          </ButtonLink>
        </p>
      )}
      {mayEdit(reader, person) ? (
        <EditProfile key={person.email} person={person} own={email === reader.email} />
      ) : (
        <PersonFacts person={person} />
      )}
      {mayDecide(reader, person) && <ErasePerson person={person} />}
      {mayDecide(reader, person) && <EndSessions person={person} />}
    </div>
  );
}

/** A person's own data, edited by an administrator (or by themselves). */
function EditProfile({ person, own }: { person: Profile; own: boolean }) {
  const { email: reader } = useProfile();
  return (
    <ProfileEditor
      profile={person}
      title="Profile"
      own={own}
      draft={() => openFormDraft(reader, `profile:${person.email}`)}
      save={async (data) => {
        const saved = await updateProfile({ email: person.email, ...data });
        takeProfile(saved);
        return saved;
      }}
    />
  );
}

/** Signs a person out everywhere: for a phone that was lost, or a password that others know. */
function EndSessions({ person }: { person: Profile }) {
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

/** A profile to read. */
function PersonFacts({ person }: { person: Profile }) {
  const [street, place] = addressLines(person.address);
  return (
    <section className="sheet" aria-label="Profile">
      <dl className="facts">
        <div>
          <dt>Company</dt>
          <dd>{person.company}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${person.email}`}>{person.email}</a>
          </dd>
        </div>
        <div>
          <dt>Phone number</dt>
          <dd>
            <a href={`tel:${person.phoneNumber}`}>{nationalPhone(person.phoneNumber)}</a>
          </dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd>
            {street}
            <br />
            {place}
          </dd>
        </div>
      </dl>
    </section>
  );
}
