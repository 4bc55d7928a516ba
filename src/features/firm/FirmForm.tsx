import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { FirmSave } from '../../contract/firm.ts';
import { Firm } from '../../contract/firmSettings.ts';
import { openDraft } from '../../outbox/drafts/openDrafts.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { Press } from '../../ui/form/useForm.ts';
import { useSavedForm } from '../../ui/form/useSavedForm.ts';
import { Section } from '../../ui/Section.tsx';
import { keepFirm } from '../../ui/storedFirm.ts';
import { LogoField } from './LogoField.tsx';

type Props = { firm: Firm; onSaved: () => Promise<unknown> };

/** The firm's name, address and color. What is typed stays on this device until it is saved. */
export function FirmForm({ firm, onSaved }: Props) {
  const { email } = useProfile();
  const { name, address = '', color } = firm;
  const form = useSavedForm(FirmSave, { name, address, color }, (rules) => openDraft(email, 'firm', rules));

  async function save(saved: FirmSave, press: Press<FirmSave>) {
    const idempotencyKey = crypto.randomUUID();
    keepFirm(checked(Firm, await call('saveFirm', { body: saved, idempotencyKey })));
    await onSaved();
    if (press.settle(saved)) return;
    toast('Saved. Others see it when they next open the app.');
  }
  return (
    <Section title="Your firm">
      <form ref={form.ref} noValidate className="stack" onSubmit={form.submit(save)}>
        <FormErrors form={form} />
        <TextField
          label="Name"
          required
          autoComplete="organization"
          hint="In the app, its window, emails, printed sheets, and signature reports"
          {...form.field('name')}
        />
        <TextArea
          label="Address"
          autoComplete="off"
          hint="Below the name in emails, on printed sheets, and on signature reports"
          {...form.field('address')}
        />
        <TextField
          label="Color"
          autoComplete="off"
          spellCheck={false}
          hint="Such as #15307c. White text must be readable on it."
          {...form.field('color')}
        />
        <div className="row">
          <Button type="submit" variant="primary" busy={form.busy}>
            {form.failure ? 'Try again' : 'Save'}
          </Button>
        </div>
      </form>
      <LogoField firm={firm} onSaved={onSaved} />
    </Section>
  );
}
