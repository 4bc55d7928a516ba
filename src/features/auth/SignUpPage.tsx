import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as v from 'valibot';
import { invitationByToken } from '../../api/invitation.ts';
import { userTypes } from '../../contract/enums.ts';
import { labels } from '../../contract/labels.ts';
import { ProfileForm } from '../../contract/registration.ts';
import { CredentialsForm } from '../../contract/userForms.ts';
import { keepDraft } from '../../outbox/drafts/drafts.ts';
import { signUp } from '../../session/entering.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { ProfileFields, type ProfileValues } from '../../ui/form/ProfileFields.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { AuthSheet } from './AuthSheet.tsx';
import { keepNext } from './keepNext.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { profileValuesOf, registrationForm } from './profileValuesOf.ts';

const key = 'sign-up';

type Typed = ProfileValues & { email: string };

/**
 * What was typed into the sign-up before a reload, in this window only, passwords never. It has no owner yet, and whoever uses the
 * device next must not find it.
 */
function typedSoFar(): Typed {
  try {
    const typed: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    const email = typeof typed === 'object' && typed !== null && 'email' in typed ? typed.email : '';
    return { ...profileValuesOf(typed), email: typeof email === 'string' ? email : '' };
  } catch {
    return { ...profileValuesOf(null), email: '' };
  }
}

function keepTyped(values: Typed): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...profileValuesOf(values), email: values.email }));
  } catch {
    // Without storage a reload starts an empty form; nothing else depends on it.
  }
}

function dropTyped(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Everything the registration payload wants (§3), and the password. */
const SignUpForm = v.intersect([CredentialsForm, ProfileForm]);

export function SignUpPage({ invitation: token }: { invitation: string | undefined }) {
  const form = useForm(SignUpForm, { ...typedSoFar(), password: '', passwordConfirm: '' });
  const { values, set } = form;
  useEffect(() => keepTyped(values), [values]);

  const { data: invitation } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => invitationByToken(token ?? '', signal),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!invitation) return;
    set('email', invitation.email);
    set('firstName', invitation.firstName);
    set('lastName', invitation.lastName);
  }, [invitation, set]);

  return (
    <AuthSheet
      wide
      title="Make an account"
      note={
        invitation
          ? `You are invited as: ${userTypes[invitation.userType].toLowerCase()}.`
          : 'First you verify your e-mail address, then we approve the account.'
      }
      foot={
        <Link to="/auth/signin" search={keepNext}>
          I have an account: sign in
        </Link>
      }
    >
      <form
        ref={form.ref}
        noValidate
        className="stack"
        data-loose=""
        onSubmit={form.submit(async ({ email, password }) => {
          // Before the account is made: whatever happens next, what was typed comes back after the verification.
          await keepDraft(email, registrationForm, profileValuesOf(values)).catch((error: unknown) =>
            console.warn('The registration is not saved in this browser:', error),
          );
          await signUp(email, password);
          dropTyped();
        })}
      >
        <FormErrors form={form} />
        <p role="status">
          {invitation === null &&
            'This invitation cannot be used any more: it was taken up, or it is too old. If you have an account, sign in; if not, make one here, and it will be looked at.'}
        </p>
        <TextField
          label={labels.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={invitation ? 'The invitation is for this address.' : undefined}
          required
          {...form.field('email')}
        />
        <NewPasswordFields field={form.field} />
        <ProfileFields field={form.field} />
        <Button type="submit" variant="primary" wide busy={form.busy}>
          Make the account
        </Button>
      </form>
    </AuthSheet>
  );
}
