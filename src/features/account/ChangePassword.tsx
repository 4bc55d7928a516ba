import * as v from 'valibot';
import { form as fields } from '../../contract/fields.ts';
import { NewPasswordForm } from '../../contract/userForms.ts';
import { AuthError } from '../../session/authErrors.ts';
import { changePassword } from '../../session/entering.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/FormErrors.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/useForm.ts';

const currentRequired = 'Present password is a required field';

const PasswordChange = v.intersect([
  fields({ currentPassword: v.pipe(v.string(currentRequired), v.nonEmpty(currentRequired)) }),
  NewPasswordForm,
]);

const empty = { currentPassword: '', password: '', passwordConfirm: '' };
const wrongPassword = ['auth/wrong-password', 'auth/invalid-credential', 'auth/invalid-login-credentials'];

/** The provider speaks of "the password"; here it is the present one. */
function ofPresent(error: unknown): unknown {
  if (!(error instanceof AuthError) || !wrongPassword.includes(error.code)) return error;
  return Object.assign(new Error(error.message), {
    issues: [{ field: 'currentPassword', message: 'The present password is not right.' }],
  });
}

export function ChangePassword({ email }: { email: string }) {
  const form = useForm(PasswordChange, empty);

  async function change({ currentPassword, password }: v.InferOutput<typeof PasswordChange>) {
    await changePassword(currentPassword, password).catch((error: unknown) => {
      throw ofPresent(error);
    });
    form.reset(empty);
    toast('Your password is changed.', { tone: 'good' });
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
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <div className="fields">
        <PasswordField
          label="Present password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <PasswordField
          label="New password"
          hint="At least 8 characters, with a letter and a number."
          autoComplete="new-password"
          {...form.field('password')}
        />
        <PasswordField
          label="New password, again"
          autoComplete="new-password"
          {...form.field('passwordConfirm')}
        />
      </div>
      <div className="row" data-to-end="">
        <Button type="submit" variant="primary" busy={form.busy}>
          Change the password
        </Button>
      </div>
    </form>
  );
}
