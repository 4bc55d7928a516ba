import { X } from 'lucide';
import type { ClipboardEvent } from 'react';
import { userTypes } from '../../contract/enums.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { EmailField, TextField } from '../../ui/form/TextField.tsx';
import type { Form } from '../../ui/form/useForm.ts';
import styles from './InviteeFields.module.css';
import type { InviteeRow } from './inviteForm.ts';

type Props = {
  at: number;
  form: Form<{ inviteeList: InviteeRow[] }, unknown>;
  /** The roles the reader may invite. */
  types: readonly InviteeRow['userType'][];
  /** Why the server rejected this invitee the last time. */
  refusal: string | undefined;
  onPaste: (event: ClipboardEvent) => void;
  onRemove: (() => void) | undefined;
};

export function InviteeFields({ at, form, types, refusal, onPaste, onRemove }: Props) {
  const email = form.field(`inviteeList.${at}.email`);
  const options = Object.fromEntries(types.map((type) => [type, userTypes[type]]));
  return (
    <fieldset className={styles.row} data-field={at === 0 ? 'inviteeList' : undefined}>
      <legend className="lettering">Person {at + 1}</legend>
      <div className={styles.fields} onPaste={onPaste}>
        <EmailField label="Email" required autoComplete="off" {...email} error={email.error ?? refusal} />
        <TextField
          label="First name"
          required
          autoComplete="off"
          {...form.field(`inviteeList.${at}.firstName`)}
        />
        <TextField
          label="Last name"
          required
          autoComplete="off"
          {...form.field(`inviteeList.${at}.lastName`)}
        />
        {types.length > 1 && (
          <Select label="Role" required options={options} {...form.field(`inviteeList.${at}.userType`)} />
        )}
      </div>
      {onRemove && <IconButton icon={X} label={`Remove person ${at + 1}`} onClick={onRemove} />}
    </fieldset>
  );
}
