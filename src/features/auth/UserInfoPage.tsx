import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../api/client.ts';
import { ownInvitation } from '../../api/invitationQuery.ts';
import { type ProfileForm, ProfileForm as ProfileRules } from '../../contract/users/registration.ts';
import { openDraft } from '../../outbox/drafts/openDrafts.ts';
import { refresh, setOwnProfile } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { ProfileFields } from '../../ui/form/ProfileFields.tsx';
import { useSavedForm } from '../../ui/form/useSavedForm.ts';
import { AuthSheet } from './AuthSheet.tsx';
import { forgetTyped } from './forgetTyped.ts';
import { profileValuesOf, registrationOf } from './profileValuesOf.ts';
import { SignOutButton } from './SignOutButton.tsx';
import { registrationForm, unsavedProfile } from './unsavedProfile.ts';

async function register(email: string, typed: ProfileForm): Promise<void> {
  try {
    const profile = await call('register', {
      body: registrationOf(email, typed),
      idempotencyKey: crypto.randomUUID(),
    });
    await forgetTyped(email);
    setOwnProfile(profile);
  } catch (error) {
    // An earlier try whose response was lost, or another tab, has registered the user.
    if (!(error instanceof ApiError && error.code === 'profile-exists')) throw error;
    await forgetTyped(email);
    await refresh();
  }
}

/**
 * The profile form of a verified user whose sign-up the server does not have, filled in from this device or the invitation. Submitting it
 * registers them. It begins with its draft, or with what was typed at the sign-up where that could not be saved as one.
 */
export function UserInfoPage({ email }: { email: string }) {
  const { data: invitation } = useQuery({
    queryKey: ['invitation', email],
    queryFn: ({ signal }) => ownInvitation(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { firstName = '', lastName = '' } = invitation ?? {};
  const form = useSavedForm(ProfileRules, { ...profileValuesOf(null), firstName, lastName }, (rules) =>
    openDraft(email, registrationForm, { ...rules, spare: () => unsavedProfile(email) }),
  );

  return (
    <AuthSheet wide title="Complete your profile" note={email} foot={<SignOutButton />}>
      <form
        ref={form.ref}
        noValidate
        className="stack"
        data-loose=""
        onSubmit={form.submit((checked) => register(email, checked))}
      >
        <FormErrors form={form} />
        {/* Leads away once it is sent: what is typed meanwhile would be gone. */}
        <div className="stack" data-loose="" inert={form.busy}>
          <ProfileFields field={form.field} />
        </div>
        <Button type="submit" variant="primary" wide busy={form.busy}>
          Save and continue
        </Button>
      </form>
    </AuthSheet>
  );
}
