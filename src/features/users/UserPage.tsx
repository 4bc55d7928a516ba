import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/client.ts';
import { profileQuery } from '../../api/queries.ts';
import { addressLines } from '../../contract/address/addressText.ts';
import { isStaff, userTypes } from '../../contract/enums.ts';
import { nationalPhone } from '../../contract/users/phone.ts';
import type { Profile } from '../../contract/users/user.ts';
import { phoneLink } from '../../format/phone.ts';
import { openDraft } from '../../outbox/drafts/openDrafts.ts';
import { endSessions, updateProfile } from '../../outbox/sends/send.ts';
import { setOwnProfile } from '../../session/session.ts';
import { useProfile } from '../../session/useSession.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { EverywhereSignOut } from '../../ui/dialog/EverywhereSignOut.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { NotFound } from '../../ui/feedback/NotFound.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { ProfileEditor } from '../../ui/form/ProfileEditor.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Section } from '../../ui/Section.tsx';
import { EmailLink } from '../../ui/text/EmailLink.tsx';
import { approvalLabels, approvalStateOf, fullNameOf, mayDecide, mayEdit } from './approval.ts';
import { toastUnchanged } from './Decision.tsx';
import { EraseUser } from './EraseUser.tsx';
import { LazyHandOver } from './LazyHandOver.tsx';
import { Licenses } from './Licenses.tsx';
import { Rights } from './Rights.tsx';

/** One user's profile: staff read it; an admin edits it and decides about the user. */
export function UserPage({ userEmail }: { userEmail: string }) {
  const reader = useProfile();
  const email = userEmail.toLowerCase();
  if (!isStaff(reader.userType) && email !== reader.email) return <NotFound />;
  return <User email={email} reader={reader} />;
}

function User({ email, reader }: { email: string; reader: Profile }) {
  const query = useQuery(profileQuery(email));
  if (!query.data && query.error instanceof ApiError && query.error.code === 'not-found') return <NotFound />;
  const user = query.data;
  if (!user) {
    return (
      <div className="page" data-narrow="">
        <PageHeading title="User" />
        <NotLoaded query={query} what="this user" heights={['3rem', '20rem']} />
      </div>
    );
  }
  const isDecider = mayDecide(reader, user);
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title={fullNameOf(user)}
        isName
        over="User"
        note={<span translate="no">{user.email}</span>}
      >
        <Badge>{userTypes[user.userType]}</Badge>
        <Badge>{approvalLabels[approvalStateOf(user)]}</Badge>
      </PageHeading>
      {isDecider && <Rights user={user} />}
      {isDecider && !(approvalStateOf(user) === 'approved' && isStaff(user.userType)) && (
        <LazyHandOver user={user} />
      )}
      {email === reader.email && (
        <p className="soft">
          This is your profile. Only {reader.userType === 'ADMIN' ? 'another' : 'an'} admin can change your
          role or access.{' '}
          <ButtonLink to="/account" variant="quiet">
            Go to account
          </ButtonLink>
        </p>
      )}
      {mayEdit(reader, user) ? (
        <EditProfile key={user.email} user={user} own={email === reader.email} />
      ) : (
        <ProfileFacts user={user} />
      )}
      {isStaff(reader.userType) && isStaff(user.userType) && (
        <Licenses user={user} mayChange={reader.userType === 'ADMIN'} />
      )}
      {isDecider && <EraseUser user={user} />}
      {isDecider && <EndSessions user={user} />}
    </div>
  );
}

function EditProfile({ user, own }: { user: Profile; own: boolean }) {
  const { email: reader } = useProfile();
  return (
    <ProfileEditor
      profile={user}
      title="Profile"
      own={own}
      draft={(rules) => openDraft(reader, `profile:${user.email}`, rules)}
      save={async (data) => {
        const saved = await updateProfile({ email: user.email, ...data });
        setOwnProfile(saved);
        return saved;
      }}
    />
  );
}

/** Signs a user out of all devices: for a lost phone, or a password that others know. */
function EndSessions({ user }: { user: Profile }) {
  const name = fullNameOf(user);

  async function end() {
    await endSessions(user.email);
    toast(`${name} is signed out of all devices.`, { tone: 'good' });
  }
  return (
    <EverywhereSignOut
      why={`If ${user.firstName} lost a device or someone else knows the password, sign them out of all devices.`}
      title={`Sign ${name} out of all devices?`}
      onEnd={end}
      onError={(error) => toastUnchanged(user, error)}
    >
      <span translate="no">{name}</span> will need to sign in again on every device and won’t get
      notifications until then. Unsent items stay on their devices. Anyone who knows the password can still
      sign in, so ask <span translate="no">{user.firstName}</span> to change it, or revoke access.
    </EverywhereSignOut>
  );
}

function ProfileFacts({ user }: { user: Profile }) {
  const [street, place] = addressLines(user.address);
  return (
    <Section title="Profile">
      <dl className="facts">
        <Fact name="Company" isName>
          {user.company}
        </Fact>
        <Fact name="Email">
          <EmailLink email={user.email} />
        </Fact>
        <Fact name="Phone number" isName>
          <a href={phoneLink(user.phoneNumber)}>{nationalPhone(user.phoneNumber)}</a>
        </Fact>
        <Fact name="Address" isName>
          {street}
          <br />
          {place}
        </Fact>
      </dl>
    </Section>
  );
}
