import { useState } from 'react';
import { labels } from '../../contract/labels.ts';
import { ForgotPasswordForm } from '../../contract/users/userForms.ts';
import { sendReset } from '../../session/authActions.ts';
import { AuthError } from '../../session/authErrors.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { EmailField } from '../../ui/form/TextField.tsx';
import { useEarlyForm } from '../../ui/form/useEarlyForm.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { AuthLink, AuthSheet } from './AuthSheet.tsx';
import { DevMailLink } from './DevMailLink.tsx';

/** Hides whether the account exists, so that addresses cannot be probed here. */
async function sendResetIfKnown(email: string): Promise<void> {
  try {
    await sendReset(email);
  } catch (error) {
    if (!(error instanceof AuthError && error.code === 'auth/user-not-found')) throw error;
  }
}

export function ForgotPasswordPage() {
  const form = useForm(ForgotPasswordForm, { email: '' });
  useEarlyForm(form);
  const [sentTo, setSentTo] = useState('');
  return (
    <AuthSheet
      title="Forgot your password?"
      note="Enter your email address and we’ll send you a link to reset your password."
      foot={<AuthLink to="/auth/signin">Back to sign in</AuthLink>}
    >
      <form
        ref={form.ref}
        noValidate
        className="stack"
        onSubmit={form.submit(async ({ email }) => {
          await sendResetIfKnown(email);
          setSentTo(email);
        })}
      >
        <FormErrors form={form} />
        <EmailField label={labels.email} autoComplete="username" required {...form.field('email')} />
        <Button type="submit" variant="primary" wide busy={form.busy}>
          {sentTo ? 'Resend link' : 'Send reset link'}
        </Button>
        <p role="status">
          {sentTo &&
            `If there’s an account for ${sentTo}, we’ve emailed a link to reset the password. Check your spam folder too.`}
        </p>
        {sentTo && <DevMailLink />}
      </form>
    </AuthSheet>
  );
}
