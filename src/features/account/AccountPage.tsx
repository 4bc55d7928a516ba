import type { ReactNode } from 'react';
import { useSignOut } from '../../appContexts.ts';
import { userTypes } from '../../contract/enums.ts';
import type { Profile } from '../../contract/users/user.ts';
import { openDraft } from '../../outbox/drafts/openDrafts.ts';
import { canStore } from '../../outbox/records/waiting.ts';
import { endSessions, updateProfile } from '../../outbox/sends/send.ts';
import { refresh, setOwnProfile } from '../../session/session.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { EverywhereSignOut } from '../../ui/dialog/EverywhereSignOut.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastFailure } from '../../ui/feedback/toastError.ts';
import { ProfileEditor } from '../../ui/form/ProfileEditor.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Section } from '../../ui/Section.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DeviceSection } from './DeviceSection.tsx';
import { ErasureSection } from './ErasureSection.tsx';
import { Preferences } from './Preferences.tsx';

function toastStillSignedIn(error: unknown): void {
  toastFailure('sign you out', error);
}

/**
 * The user's own profile and password, how the app looks, what it stores on this device, and the sign-out.
 *
 * @param children sections of the app or of other features
 */
export function AccountPage({ children }: { children?: ReactNode }) {
  const profile = useProfile();
  const signOut = useSignOut();

  function leave() {
    signOut().catch(toastStillSignedIn);
  }
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title="Account"
        note={
          <>
            <span translate="no">{profile.email}</span> · {userTypes[profile.userType]}
          </>
        }
      />
      <OwnProfile profile={profile} />
      <Preferences />
      <ChangePassword email={profile.email} />
      {children}
      <Section title="Sign out">
        <div className="row" data-ends="">
          <p>Signing out removes your data from this device.</p>
          <Button onClick={leave}>Sign out</Button>
        </div>
      </Section>
      <SignOutEverywhere email={profile.email} />
      <details open={!canStore()}>
        <summary>More: storage, account deletion, notices</summary>
        <div className="stack">
          <DeviceSection />
          <ErasureSection />
          <p className="small soft">
            EV Jobs contains software of others:{' '}
            <a href="/notices.txt" target="_blank" rel="noopener">
              third-party notices
            </a>
            .
          </p>
        </div>
      </details>
    </div>
  );
}

function OwnProfile({ profile }: { profile: Profile }) {
  return (
    <ProfileEditor
      profile={profile}
      title="Your profile"
      own
      draft={(rules) => openDraft(profile.email, `profile:${profile.email}`, rules)}
      save={async (data) => {
        const saved = await updateProfile({ email: profile.email, ...data });
        setOwnProfile(saved);
        return saved;
      }}
    />
  );
}

/** Ends all of the user's sessions, this one too: for a lost phone. */
function SignOutEverywhere({ email }: { email: string }) {
  async function end() {
    await endSessions(email);
    toast('You’re signed out of all devices.', { tone: 'good' });
    // The server now refuses this device as well: a refresh shows the sign-in.
    await refresh().catch(() => undefined);
  }
  return (
    <EverywhereSignOut
      why="If you lost a device or think someone knows your password, sign out of all devices."
      title="Sign out of all devices?"
      onEnd={end}
      onError={toastStillSignedIn}
    >
      You’ll need to sign in again on every device, including this one, and you won’t get notifications until
      you do. Unsent items stay on the device they were written on. If someone knows your password, change it
      first.
    </EverywhereSignOut>
  );
}
