import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { useSignOut } from '../../appContexts.ts';
import { isStaff, userTypes } from '../../contract/enums.ts';
import { form as fields } from '../../contract/fields.ts';
import type { Profile } from '../../contract/user.ts';
import { NewPasswordForm } from '../../contract/userForms.ts';
import { chooseTheme, readTheme, themes } from '../../device/theme.ts';
import { openFormDraft } from '../../outbox/drafts/formDraft.ts';
import { endSessions, updateProfile } from '../../outbox/send.ts';
import { AuthError } from '../../session/authErrors.ts';
import { changePassword } from '../../session/entering.ts';
import { refresh, setOwnProfile } from '../../session/session.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { EverywhereSignOut } from '../../ui/EverywhereSignOut.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { choosePhotoSize, photoSizes, usePhotoSize } from '../../ui/files/photoSize.ts';
import { RadioGroup } from '../../ui/form/ChoiceGroup.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { ProfileEditor } from '../../ui/form/ProfileEditor.tsx';
import { type Press, useForm } from '../../ui/form/useForm.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ShortcutSheet } from '../../ui/ShortcutSheet.tsx';
import { areShortcutsOn, switchShortcuts } from '../../ui/shortcuts.ts';
import { messageOf } from '../../ui/useAction.ts';
import { DeviceSection } from './DeviceSection.tsx';
import { ErasureSection } from './ErasureSection.tsx';

const currentRequired = 'Current password is a required field';

const PasswordChange = v.intersect([
  fields({ currentPassword: v.pipe(v.string(currentRequired), v.nonEmpty(currentRequired)) }),
  NewPasswordForm,
]);

const empty = { currentPassword: '', password: '', passwordConfirm: '' };
const wrongPasswordCodes = [
  'auth/wrong-password',
  'auth/invalid-credential',
  'auth/invalid-login-credentials',
];

/** Shows a wrong password beside the field of the current one: the provider's message names none. */
function toFieldError(error: unknown): unknown {
  if (!(error instanceof AuthError) || !wrongPasswordCodes.includes(error.code)) return error;
  return Object.assign(new Error(error.message), {
    issues: [{ field: 'currentPassword', message: 'Current password is incorrect.' }],
  });
}

function toastStillSignedIn(error: unknown): void {
  toast(`Couldn’t sign you out. ${messageOf(error)}`, { tone: 'bad' });
}

function ChangePassword({ email }: { email: string }) {
  const form = useForm(PasswordChange, empty);

  async function change(
    { currentPassword, password }: v.InferOutput<typeof PasswordChange>,
    press: Press<typeof empty>,
  ) {
    await changePassword(currentPassword, password).catch((error: unknown) => {
      throw toFieldError(error);
    });
    if (!press.settle(empty)) toast('Password changed.', { tone: 'good' });
  }
  return (
    <form
      ref={form.ref}
      className="sheet stack"
      noValidate
      onSubmit={form.submit(change)}
      aria-labelledby="password"
    >
      <h2 id="password" className="section-title">
        Password
      </h2>
      <FormErrors form={form} />
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <div className="fields">
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <PasswordField
          label="New password"
          hint="At least 8 characters, with a letter and a number"
          autoComplete="new-password"
          {...form.field('password')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...form.field('passwordConfirm')}
        />
      </div>
      <div className="row" data-to-end="">
        <Button type="submit" variant="primary" busy={form.busy}>
          Change password
        </Button>
      </div>
    </form>
  );
}

const choices = { on: 'On', off: 'Off' };

/** Turns single-key shortcuts off, for users who press keys by accident (WCAG 2.1.4). */
function ShortcutChoice() {
  const { userType } = useProfile();
  const [isOn, setOn] = useState(areShortcutsOn);
  const [isListOpen, setListOpen] = useState(false);
  return (
    <>
      <RadioGroup
        label="Keyboard shortcuts"
        required
        name="shortcuts"
        options={choices}
        value={isOn ? 'on' : 'off'}
        onChange={(chosen) => {
          setOn(chosen === 'on');
          switchShortcuts(chosen === 'on');
        }}
      />
      <div className="row">
        <Button onClick={() => setListOpen(true)}>View shortcuts</Button>
      </div>
      <ShortcutSheet open={isListOpen} staff={isStaff(userType)} onClose={() => setListOpen(false)} />
    </>
  );
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
      <section className="sheet stack" aria-labelledby="preferences">
        <h2 id="preferences" className="section-title">
          Preferences
        </h2>
        <p className="small soft">These settings apply to this device only.</p>
        <ThemeChoice />
        <PhotoSizeChoice />
        <ShortcutChoice />
      </section>
      <ChangePassword email={profile.email} />
      {children}
      <DeviceSection />
      <ErasureSection />
      <section className="sheet stack" aria-labelledby="sign-out">
        <h2 id="sign-out" className="section-title">
          Sign out
        </h2>
        <div className="row" data-ends="">
          <p>Signing out removes your data from this device.</p>
          <Button onClick={leave}>Sign out</Button>
        </div>
      </section>
      <SignOutEverywhere email={profile.email} />
      <p className="small soft">
        EV Jobs contains software of others:{' '}
        <a href="/notices.txt" target="_blank" rel="noopener">
          third-party notices
        </a>
        .
      </p>
    </div>
  );
}

function PhotoSizeChoice() {
  return (
    <RadioGroup
      label="Photo size"
      hint="Reduced photos send faster on a slow connection and don’t include location. PDF and PNG files are never changed."
      required
      name="photos"
      options={photoSizes}
      value={usePhotoSize()}
      onChange={choosePhotoSize}
    />
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <RadioGroup
      label="Theme"
      required
      name="theme"
      options={themes}
      value={theme}
      onChange={(chosen) => {
        setTheme(chosen);
        chooseTheme(chosen);
      }}
    />
  );
}

function OwnProfile({ profile }: { profile: Profile }) {
  return (
    <ProfileEditor
      profile={profile}
      title="Your profile"
      own
      draft={() => openFormDraft(profile.email, `profile:${profile.email}`)}
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
