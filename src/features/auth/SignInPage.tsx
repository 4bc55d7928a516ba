import { Link } from '@tanstack/react-router';
import { labels } from '../../contract/labels.ts';
import { SignInForm } from '../../contract/userForms.ts';
import { signIn } from '../../session/entering.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/FormErrors.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/useForm.ts';
import { AuthSheet } from './AuthSheet.tsx';
import { keepNext } from './keepNext.ts';
import { ProfileFailure } from './ProfileFailure.tsx';

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
