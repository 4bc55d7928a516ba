import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { labels } from '../../contract/labels.ts';
import { ForgotPasswordForm } from '../../contract/userForms.ts';
import { AuthError } from '../../session/authErrors.ts';
import { sendReset } from '../../session/entering.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { AuthSheet } from './AuthSheet.tsx';
import { keepNext } from './keepNext.ts';

/** The answer is the same whether there is such an account or not, so that nobody can try addresses here. */
async function sendQuietly(email: string): Promise<void> {
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
      foot={
        <Link to="/auth/signin" search={keepNext}>
          Back to the sign-in
        </Link>
      }
    >
      <form
        ref={form.ref}
        noValidate
        className="stack"
        onSubmit={form.submit(async ({ email }) => {
          await sendQuietly(email);
          setSentTo(email);
        })}
      >
        <FormErrors form={form} />
        <TextField
          label={labels.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field('email')}
        />
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
