import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { form as fields } from '../../contract/fields.ts';
import { LicenseForm } from '../../contract/proof/license.ts';
import type { License } from '../../contract/proof/proof.ts';
import { isSameValue } from '../../format/sameValue.ts';
import { openDraft } from '../../outbox/drafts/openDrafts.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { toastError } from '../../ui/feedback/toastError.ts';
import { StateField } from '../../ui/form/StateField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useSavedForm } from '../../ui/form/useSavedForm.ts';
import { useAction } from '../../ui/useAction.ts';

/** Its values are the saved draft, also the id of a new license, so that another try after a lost response adds no second one. */
const Values = fields({ ...LicenseForm.entries, licenseId: v.string() });

/** What is saved: a license under its id, or that it is removed. */
export type Saving = { licenseId: string; license: LicenseForm | null };

type Props = {
  /** The license to change; null for a new one. */
  license: License | null;
  /** The user's, with whose name a new one begins. */
  holder: { email: string; name: string };
  onSave: (saving: Saving) => Promise<void>;
  onClose: () => void;
};

/** Adds, changes or removes a license. What is typed is saved under the license, or as the new one of the user, until it is sent. */
export function LicenseDialog({ license, holder, onSave, onClose }: Props) {
  const { email } = useProfile();
  const [initial] = useState(
    () =>
      license ?? {
        ...{ licenseId: '', name: holder.name },
        ...{ state: '', number: '', discipline: '', expires: '' },
      },
  );
  const draftForm = `license:${license?.licenseId ?? holder.email}`;
  const form = useSavedForm(Values, initial, (rules) => openDraft(email, draftForm, rules));
  const { values, set } = form;
  const isTyped = !isSameValue({ ...values, licenseId: '' }, initial);
  useEffect(() => {
    if (!license) set('licenseId', isTyped ? values.licenseId || crypto.randomUUID() : '');
  }, [license, isTyped, values.licenseId, set]);
  async function save(saving: Saving) {
    await onSave(saving);
    await form.draft.current?.discard();
    onClose();
  }
  const send = form.submit(({ licenseId, ...output }) => save({ licenseId, license: output }));
  const removal = useAction(() => save({ licenseId: initial.licenseId, license: null }), toastError);
  return (
    <FormDialog
      title={license ? 'Edit license' : 'Add license'}
      form={form}
      onSubmit={send}
      onClose={onClose}
      submit="Save license"
      others={
        license && (
          <Button variant="danger" busy={removal.busy} onClick={() => void removal.run()}>
            Remove
          </Button>
        )
      }
    >
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
    </FormDialog>
  );
}
