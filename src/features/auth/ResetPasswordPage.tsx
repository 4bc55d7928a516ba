import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NewPasswordForm } from '../../contract/users/userForms.ts';
import { confirmReset, emailOfReset } from '../../session/authActions.ts';
import { AuthError } from '../../session/authErrors.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { UserNameField } from '../../ui/form/UserNameField.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useUnsaved } from '../../ui/form/useUnsaved.ts';
import { AuthSheet, ContinueLink } from './AuthSheet.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

type Props = {
  code: string | undefined;
  /** The page to continue with. */
  next: string | undefined;
};

/** Lets the owner of a reset email's code choose a new password. */
export function ResetPasswordPage({ code, next }: Props) {
  const check = useQuery({
    queryKey: ['reset', code],
    queryFn: () => emailOfReset(code ?? ''),
    enabled: code !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [done, setDone] = useState(false);
  if (done) {
    return (
      <AuthSheet title="Password changed">
        <p role="status">Use your new password to sign in.</p>
        <ContinueLink next={next} />
      </AuthSheet>
    );
  }
  const isFailed = code === undefined || check.error !== null;
  return (
    <AuthSheet title="Choose a new password" note={isFailed ? undefined : (check.data ?? ' ')}>
      {isFailed ? (
        <NotChecked check={check} />
      ) : check.data === undefined ? (
        <div aria-busy="true">
          <Skeleton height="12rem" />
        </div>
      ) : (
        <NewPassword code={code} email={check.data} onDone={() => setDone(true)} />
      )}
    </AuthSheet>
  );
}

/** Says why a code cannot be used, and what helps. */
function NotChecked({ check }: { check: UseQueryResult<string> }) {
  const { error } = check;
  return (
    <>
      <p role="alert">{error?.message ?? 'This link is incomplete. Open it again from the email.'}</p>
      {error instanceof AuthError && error.isTemporary ? (
        <Button variant="primary" wide busy={check.isFetching} onClick={() => void check.refetch()}>
          Try again
        </Button>
      ) : (
        <ButtonLink to="/auth/forgot-password" variant="primary" wide>
          Request a new link
        </ButtonLink>
      )}
    </>
  );
}

function NewPassword({ code, email, onDone }: { code: string; email: string; onDone: () => void }) {
  const form = useForm(NewPasswordForm, { password: '', passwordConfirm: '' });
  useUnsaved(form.values);
  return (
    <form
      ref={form.ref}
      noValidate
      className="stack"
      onSubmit={form.submit(async ({ password }) => {
        await confirmReset(code, password);
        onDone();
      })}
    >
      <FormErrors form={form} />
      {/* Tells a password manager whose password this is. */}
      <UserNameField email={email} />
      <NewPasswordFields field={form.field} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        Save password
      </Button>
    </form>
  );
}
