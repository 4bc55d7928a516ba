import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as v from 'valibot';
import { invitationQuery } from '../../api/invitationQuery.ts';
import { userTypes } from '../../contract/enums.ts';
import { labels } from '../../contract/labels.ts';
import { ProfileForm } from '../../contract/users/registration.ts';
import { CredentialsForm } from '../../contract/users/userForms.ts';
import { endedInvitation } from '../../format/endedInvitation.ts';
import { withArticle } from '../../format/withArticle.ts';
import { readDraft, saveDraft } from '../../outbox/drafts/drafts.ts';
import { signUp } from '../../session/authActions.ts';
import { readStoredJson, writeStored } from '../../storage.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { ProfileFields, type ProfileValues } from '../../ui/form/ProfileFields.tsx';
import { EmailField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { AuthLink, AuthSheet } from './AuthSheet.tsx';
import { registrationForm } from './forgetTyped.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { profileValuesOf, storeUnsavedProfile } from './profileValuesOf.ts';
import { sendSignUp } from './sendSignUp.ts';

const storageKey = 'sign-up';
const StoredEmail = v.fallback(v.object({ email: v.string() }), { email: '' });

type Typed = ProfileValues & { email: string };

/**
 * Reads what was typed before a reload, without passwords. It has no owner yet: session storage, so that the next user of the device
 * does not find it.
 */
function readTyped(): Typed {
  const typed = readStoredJson(storageKey, 'sessionStorage');
  return { ...profileValuesOf(typed), ...v.parse(StoredEmail, typed) };
}

function storeTyped(values: Typed | null): void {
  const typed = values && JSON.stringify({ ...profileValuesOf(values), email: values.email });
  writeStored(storageKey, typed, 'sessionStorage');
}

/** The registration payload (§3) and the password. */
const SignUpForm = v.intersect([CredentialsForm, ProfileForm]);

const orCreate = 'You can still create an account here, and we’ll review it.';
const advice = {
  EXPIRED: `Ask the person who invited you to send a new invitation. ${orCreate}`,
  USED: 'Sign in with the email address we invited.',
  WITHDRAWN: `If you think this is a mistake, contact the person who invited you. ${orCreate}`,
  UNKNOWN: `If we’ve emailed you more than once, use the link in the latest email. ${orCreate}`,
};

export function SignUpPage({ invitation: token }: { invitation: string | undefined }) {
  const form = useForm(SignUpForm, { ...readTyped(), password: '', passwordConfirm: '' });
  const { values, set } = form;
  useEffect(() => storeTyped(values), [values]);

  const { data: found } = useQuery({ ...invitationQuery(token ?? ''), enabled: token !== undefined });
  const invitation = found && !('ended' in found) ? found : undefined;
  const ended = found && 'ended' in found ? found.ended : found === null && 'UNKNOWN';
  useEffect(() => {
    if (!invitation) return;
    set('email', invitation.email);
    // The names of an invitation are optional: what was typed stays.
    if (invitation.firstName) set('firstName', invitation.firstName);
    if (invitation.lastName) set('lastName', invitation.lastName);
  }, [invitation, set]);

  return (
    <AuthSheet
      wide
      title="Create account"
      note={
        invitation
          ? `You’ve been invited to join as ${withArticle(userTypes[invitation.userType].toLowerCase())}.`
          : 'Verify your email address, then we’ll review your account.'
      }
      foot={<AuthLink to="/auth/signin">Already have an account? Sign in</AuthLink>}
    >
      <form
        ref={form.ref}
        noValidate
        className="stack"
        data-loose=""
        onSubmit={form.submit(async ({ email, password, ...profile }) => {
          // Saved before the account is created, so that it comes back after the verification whatever happens next.
          // While nothing is known of the invitation, the server decides.
          const sent = ended ? undefined : token;
          const typed = { ...profileValuesOf(values), ...(sent && { invitation: sent }) };
          await readDraft(email, registrationForm);
          await saveDraft(email, registrationForm, typed).catch(() => storeUnsavedProfile(email, typed));
          await signUp(email, password, () => sendSignUp(email, profile, sent));
          storeTyped(null);
        })}
      >
        <FormErrors form={form} />
        <p role="status">{ended && `${endedInvitation[ended]} ${advice[ended]}`}</p>
        <EmailField
          label={labels.email}
          autoComplete="email"
          hint={invitation ? 'Use the email address we invited.' : undefined}
          required
          {...form.field('email')}
        />
        <NewPasswordFields field={form.field} />
        <ProfileFields field={form.field} />
        <Button type="submit" variant="primary" wide busy={form.busy}>
          Create account
        </Button>
      </form>
    </AuthSheet>
  );
}
