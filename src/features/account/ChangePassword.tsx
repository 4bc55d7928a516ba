import * as v from 'valibot';
import { form as fields } from '../../contract/fields.ts';
import { NewPasswordForm } from '../../contract/users/userForms.ts';
import { changePassword } from '../../session/authActions.ts';
import { AuthError } from '../../session/authErrors.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { UserNameField } from '../../ui/form/UserNameField.tsx';
import { type Press, useForm } from '../../ui/form/useForm.ts';
import { useUnsaved } from '../../ui/form/useUnsaved.ts';

const currentRequired = 'Current password is a required field';

const PasswordChange = v.intersect([
  fields({ currentPassword: v.pipe(v.string(currentRequired), v.nonEmpty(currentRequired)) }),
  NewPasswordForm,
]);

const empty = { currentPassword: '', password: '', passwordConfirm: '' };
const wrongPasswordCodes = [
  'auth/wrong-password',
  'auth/invalid-credential',
  'auth/invalid-login-credentials',
];

/** Shows a wrong password beside the field of the current one: the provider's message names none. */
function toFieldError(error: unknown): unknown {
  if (!(error instanceof AuthError) || !wrongPasswordCodes.includes(error.code)) return error;
  return Object.assign(new Error(error.message), {
    issues: [{ field: 'currentPassword', message: 'Current password is incorrect.' }],
  });
}

/** The form for a new password. */
export function ChangePassword({ email }: { email: string }) {
  const form = useForm(PasswordChange, empty);
  useUnsaved(form.values);

  async function change(
    { currentPassword, password }: v.InferOutput<typeof PasswordChange>,
    press: Press<typeof empty>,
  ) {
    await changePassword(currentPassword, password).catch((error: unknown) => {
      throw toFieldError(error);
    });
    if (!press.settle(empty)) toast('Password changed.', { tone: 'good' });
  }
  return (
    <form
      ref={form.ref}
      className="sheet stack"
      noValidate
      onSubmit={form.submit(change)}
      aria-labelledby="password"
    >
      <h2 id="password" className="section-title">
        Password
      </h2>
      <FormErrors form={form} />
      {/* Tells a password manager whose password this is. */}
      <UserNameField email={email} />
      <div className="fields">
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <PasswordField
          label="New password"
          hint="At least 8 characters, with a letter and a number"
          autoComplete="new-password"
          {...form.field('password')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...form.field('passwordConfirm')}
        />
      </div>
      <div className="row" data-to-end="">
        <Button type="submit" variant="primary" busy={form.busy}>
          Change password
        </Button>
      </div>
    </form>
  );
}
