import { useState } from 'react';
import { labels } from '../../contract/labels.ts';
import { ForgotPasswordForm } from '../../contract/userForms.ts';
import { AuthError } from '../../session/authErrors.ts';
import { sendReset } from '../../session/entering.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { EmailField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { AuthLink, AuthSheet } from './AuthSheet.tsx';

/** Hides whether there is such an account, so that nobody can probe addresses here. */
async function sendResetIfKnown(email: string): Promise<void> {
  try {
    await sendReset(email);
  } catch (error) {
    if (!(error instanceof AuthError && error.code === 'auth/user-not-found')) throw error;
  }
}

export function ForgotPasswordPage() {
  const form = useForm(ForgotPasswordForm, { email: '' });
  const [sentTo, setSentTo] = useState('');
  return (
    <AuthSheet
      title="Forgot your password?"
      note="We send you a link that lets you choose a new one."
      foot={<AuthLink to="/auth/signin">Back to the sign-in</AuthLink>}
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
          {sentTo ? 'Send the link again' : 'Send the link'}
        </Button>
        <p role="status">
          {sentTo &&
            `If there is an account for ${sentTo}, a letter with the link is on its way. Please look among the unwanted mail too.`}
        </p>
      </form>
    </AuthSheet>
  );
}
