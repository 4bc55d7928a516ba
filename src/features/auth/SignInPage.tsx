import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { labels } from '../../contract/labels.ts';
import { SignInForm } from '../../contract/userForms.ts';
import { signIn } from '../../session/entering.ts';
import { refresh } from '../../session/session.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { AuthSheet } from './AuthSheet.tsx';
import { keepNext } from './keepNext.ts';

export function SignInPage() {
  const session = useSession();
  const form = useForm(SignInForm, { email: '', password: '' });
  return (
    <AuthSheet
      title="Sign in"
      foot={
        <>
          <Link to="/auth/signup" search={keepNext}>
            Make an account
          </Link>
          <Link to="/auth/forgot-password" search={keepNext}>
            Forgot your password?
          </Link>
        </>
      }
    >
      {session.stage === 'signed-out' && session.error && <ProfileFailure message={session.error} />}
      <form
        ref={form.ref}
        noValidate
        className="stack"
        onSubmit={form.submit(({ email, password }) => signIn(email, password))}
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
        <PasswordField label={labels.password} autoComplete="current-password" {...form.field('password')} />
        <Button type="submit" variant="primary" wide busy={form.busy}>
          Sign in
        </Button>
      </form>
    </AuthSheet>
  );
}

/** The sign-in worked, the profile could not be loaded (§8): said, with a way to try again without the password. */
function ProfileFailure({ message }: { message: string }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  async function retry() {
    setBusy(true);
    setFailure('');
    try {
      await refresh();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div role="alert" className="sheet stack">
      <p>{failure || message}</p>
      <Button busy={busy} onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  );
}
