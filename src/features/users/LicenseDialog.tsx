import { useId, useState } from 'react';
import { LicenseForm } from '../../contract/proof/license.ts';
import type { License } from '../../contract/proof/proof.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { toastError } from '../../ui/feedback/toastError.ts';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { StateField } from '../../ui/form/StateField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useAction } from '../../ui/useAction.ts';

/** What is saved: a license under its id, or that it is removed. */
export type Saving = { licenseId: string; license: LicenseForm | null };

type Props = {
  /** The license to change; null for a new one. */
  license: License | null;
  /** Of the user, with which a new one begins. */
  name: string;
  onSave: (saving: Saving) => Promise<void>;
  onClose: () => void;
};

/** Adds, changes or removes a license. */
export function LicenseDialog({ license, name, onSave, onClose }: Props) {
  const id = useId();
  const [licenseId] = useState(() => license?.licenseId ?? crypto.randomUUID());
  const form = useForm(LicenseForm, license ?? { name, state: '', number: '', discipline: '', expires: '' });
  const send = form.submit((output) => onSave({ licenseId, license: output }));
  const removal = useAction(() => onSave({ licenseId, license: null }), toastError);
  return (
    <Dialog
      open
      onClose={onClose}
      title={license ? 'Edit license' : 'Add license'}
      actions={
        <>
          {license && (
            <Button variant="danger" busy={removal.busy} onClick={() => void removal.run()}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" form={id} variant="primary" busy={form.busy}>
            Save license
          </Button>
        </>
      }
    >
      <form id={id} ref={form.ref} noValidate className="stack" inert={form.busy} onSubmit={send}>
        <FormErrors form={form} />
        <TextField label="Name as licensed" required autoComplete="off" {...form.field('name')} />
        <div className="fields">
          <StateField label="State" required {...form.field('state')} />
          <TextField
            label="License number"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.field('number')}
          />
          <TextField label="Discipline" required hint="Such as Structural" {...form.field('discipline')} />
          <TextField label="Valid until" required type="date" {...form.field('expires')} />
        </div>
      </form>
    </Dialog>
  );
}
