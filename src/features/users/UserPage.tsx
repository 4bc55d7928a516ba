import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/client.ts';
import { profileQuery } from '../../api/queries.ts';
import { isStaff, userTypes } from '../../contract/enums.ts';
import type { Profile } from '../../contract/user.ts';
import { useProfile } from '../../session/useSession.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { NotHere } from '../../ui/NotHere.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TryAgain } from '../../ui/TryAgain.tsx';
import { EditProfile } from './EditProfile.tsx';
import { EndSessions } from './EndSessions.tsx';
import { ErasePerson } from './ErasePerson.tsx';
import { PersonFacts } from './PersonFacts.tsx';
import { Rights } from './Rights.tsx';
import { mayDecide, mayEdit, standingOf, standingWords } from './standing.ts';

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
