import { useState } from 'react';
import { labels } from '../../contract/labels.ts';
import { SignInForm } from '../../contract/users/userForms.ts';
import { signIn } from '../../session/authActions.ts';
import { refresh } from '../../session/session.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { EmailField } from '../../ui/form/TextField.tsx';
import { useEarlyForm } from '../../ui/form/useEarlyForm.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { messageOf, useAction } from '../../ui/useAction.ts';
import { AuthLink, AuthSheet } from './AuthSheet.tsx';

export function SignInPage() {
  const session = useSession();
  const form = useForm(SignInForm, { email: '', password: '' });
  useEarlyForm(form);
  return (
    <AuthSheet
      title="Sign in"
      foot={
        <>
          <AuthLink to="/auth/signup">Create account</AuthLink>
          <AuthLink to="/auth/forgot-password">Forgot your password?</AuthLink>
        </>
      }
    >
      {session.stage === 'signed-out' && session.error && (
        <ProfileFailure message={session.error} canRetry={!session.isEnded} />
      )}
      <form
        ref={form.ref}
        noValidate
        className="stack"
        onSubmit={form.submit(({ email, password }) => signIn(email, password))}
      >
        <FormErrors form={form} />
        <EmailField label={labels.email} autoComplete="username" required {...form.field('email')} />
        <PasswordField label={labels.password} autoComplete="current-password" {...form.field('password')} />
        <Button type="submit" variant="primary" wide busy={form.busy}>
          Sign in
        </Button>
      </form>
    </AuthSheet>
  );
}

/**
 * Shown when the sign-in worked and the profile could not be loaded (§8). Another try needs no password, except where the sign-in
 * itself was ended.
 */
function ProfileFailure({ message, canRetry }: { message: string; canRetry: boolean }) {
  const [failure, setFailure] = useState('');
  const { busy, run } = useAction(
    () => {
      setFailure('');
      return refresh();
    },
    (error) => setFailure(messageOf(error)),
  );
  return (
    <div role="alert" className="sheet stack">
      <p>{failure || message}</p>
      {canRetry && (
        <Button busy={busy} onClick={run}>
          Try again
        </Button>
      )}
    </div>
  );
}
