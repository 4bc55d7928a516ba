import type { ReactNode } from 'react';
import { userTypes } from '../../contract/enums.ts';
import { useProfile } from '../../session/useSession.ts';
import { useSignOut } from '../../session/useSignOut.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { toast } from '../../ui/toast.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { DeviceSection } from './DeviceSection.tsx';
import { ErasureSection } from './ErasureSection.tsx';
import { OwnProfile } from './OwnProfile.tsx';
import { PhotoSizeChoice } from './PhotoSizeChoice.tsx';
import { ShortcutChoice } from './ShortcutChoice.tsx';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';

/**
 * The reader's own data, their password, how the app looks and what it keeps on this device, and the way out.
 *
 * @param children sections of the app or of other features
 */
export function AccountPage({ children }: { children?: ReactNode }) {
  const profile = useProfile();
  const signOut = useSignOut();

  function leave() {
    signOut().catch((error: Error) => toast(`You are still signed in. ${error.message}`, { tone: 'bad' }));
  }
  return (
    <div className="page" data-narrow="">
      <PageHeading title="Account" note={`${profile.email} · ${userTypes[profile.userType]}`} />
      <OwnProfile profile={profile} />
      <section className="sheet stack" aria-labelledby="appearance">
        <h2 id="appearance" className="section-title">
          Appearance, photos and keyboard
        </h2>
        <ThemeChoice />
        <PhotoSizeChoice />
        <ShortcutChoice />
      </section>
      <ChangePassword email={profile.email} />
      {children}
      <DeviceSection />
      <ErasureSection />
      <section className="sheet row" data-ends="" aria-label="Sign out">
        <p>Signing out takes what is yours off this device.</p>
        <Button onClick={leave}>Sign out</Button>
      </section>
      <SignOutEverywhere email={profile.email} />
    </div>
  );
}
