import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as v from 'valibot';
import { ApiError } from '../../api/client.ts';
import { invitationQuery } from '../../api/invitationQuery.ts';
import { userTypes } from '../../contract/enums.ts';
import { labels } from '../../contract/labels.ts';
import { ProfileForm } from '../../contract/users/registration.ts';
import type { Invitation } from '../../contract/users/user.ts';
import { CredentialsForm } from '../../contract/users/userForms.ts';
import { endedInvitation } from '../../format/endedInvitation.ts';
import { withArticle } from '../../format/withArticle.ts';
import { readStoredJson, writeStored } from '../../storage.ts';
import { once } from '../../timing.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { ProfileFields, type ProfileValues } from '../../ui/form/ProfileFields.tsx';
import { EmailField } from '../../ui/form/TextField.tsx';
import { useEarlyForm } from '../../ui/form/useEarlyForm.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { AuthLink, AuthSheet } from './AuthSheet.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { profileValuesOf } from './profileValuesOf.ts';

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

/** Loads what sends the form, while it is filled in. */
const loadSending = once(() => import('./sendSignUp.ts'));

/** The registration payload (§3) and the password. */
const SignUpForm = v.intersect([CredentialsForm, ProfileForm]);

const orCreate = 'You can still create an account here, and we’ll review it.';
const advice = {
  EXPIRED: `Ask the person who invited you to send a new invitation. ${orCreate}`,
  USED: 'Sign in with the email address we invited.',
  WITHDRAWN: `If you think this is a mistake, contact the person who invited you. ${orCreate}`,
  UNKNOWN: `If we’ve emailed you more than once, use the link in the latest email. ${orCreate}`,
};

/** @param isAsked whether it is not known yet who is invited */
function noteOf(invitation: Invitation | undefined, isAsked: boolean): string {
  if (invitation)
    return `You’ve been invited to join as ${withArticle(userTypes[invitation.userType].toLowerCase())}.`;
  // Keeps the line.
  return isAsked ? '\u00a0' : 'Verify your email address, then we’ll review your account.';
}

export function SignUpPage({ invitation: token }: { invitation: string | undefined }) {
  const form = useForm(SignUpForm, { ...readTyped(), password: '', passwordConfirm: '' });
  useEarlyForm(form);
  const { values, set } = form;
  useEffect(() => storeTyped(values), [values]);
  useEffect(() => void loadSending().catch(() => undefined), []);

  const { data: found, isError: isFailed } = useQuery({
    ...invitationQuery(token ?? ''),
    enabled: token !== undefined,
  });
  const isAsked = token !== undefined && found === undefined && !isFailed;
  const invitation = found && !('ended' in found) ? found : undefined;
  const ended = found && 'ended' in found ? found.ended : found === null && 'UNKNOWN';
  const typed = useRef(values);
  typed.current = values;
  // Only when the invitation arrives: what was typed until then stays.
  useEffect(() => {
    if (!invitation) return;
    for (const path of ['email', 'firstName', 'lastName'] as const)
      if (typed.current[path] === '') set(path, invitation[path]);
  }, [invitation, set]);

  return (
    <AuthSheet
      wide
      title="Create account"
      note={noteOf(invitation, isAsked)}
      foot={<AuthLink to="/auth/signin">Already have an account? Sign in</AuthLink>}
    >
      <form
        ref={form.ref}
        noValidate
        className="stack"
        data-loose=""
        onSubmit={form.submit(async (account) => {
          const { createAccount } = await loadSending().catch(() => {
            throw new ApiError('offline');
          });
          // While nothing is known of the invitation, the server decides.
          await createAccount(account, values, ended ? undefined : token);
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
