import { userTypes } from '../../contract/enums.ts';
import { signOut } from '../../session/session.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { toast } from '../../ui/toast.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { OwnProfile } from './OwnProfile.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';

/** The reader's own data, their password, how the app looks on this device, and the way out. */
export function AccountPage() {
  const profile = useProfile();

  function leave() {
    signOut().catch((error: Error) => toast(`You are still signed in. ${error.message}`, { tone: 'bad' }));
  }
  return (
    <div className="page" data-narrow="">
      <PageHeading title="Account" note={`${profile.email} · ${userTypes[profile.userType]}`}>
        <Button onClick={leave}>Sign out</Button>
      </PageHeading>
      <OwnProfile profile={profile} />
      <ThemeChoice />
      <ChangePassword email={profile.email} />
    </div>
  );
}
