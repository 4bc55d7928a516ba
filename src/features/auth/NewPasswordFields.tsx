import { labels } from '../../contract/labels.ts';
import { passwordMinLength } from '../../contract/limits.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import type { BoundField } from '../../ui/form/useForm.ts';

type Props = { field: (path: 'password' | 'passwordConfirm') => BoundField<string> };

/** The fields of a new password and its repetition. */
export function NewPasswordFields({ field }: Props) {
  return (
    <div className="fields">
      <PasswordField
        label={labels.password}
        hint={`At least ${passwordMinLength} characters, with a letter and a number`}
        autoComplete="new-password"
        {...field('password')}
      />
      <PasswordField
        label={labels.passwordConfirm}
        autoComplete="new-password"
        {...field('passwordConfirm')}
      />
    </div>
  );
}
