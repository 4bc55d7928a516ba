import { ImageUp, Trash2 } from 'lucide';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { Firm, logoAddress } from '../../contract/firmSettings.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import pickerStyles from '../../ui/filePicker/FilePicker.module.css';
import { Field } from '../../ui/form/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { keepFirm } from '../../ui/storedFirm.ts';
import { messageOf, useAction } from '../../ui/useAction.ts';
import styles from './LogoField.module.css';
import { logoPicture } from './logoPicture.ts';

type Props = { firm: Firm; onSaved: () => Promise<unknown> };

/** The firm's logo, which is saved as it is chosen. One that could not be saved stays chosen. */
export function LogoField({ firm: { name, logo = null }, onSaved }: Props) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [error, setError] = useState('');
  const saving = useAction(
    async (file: File | null) => {
      setError('');
      setChosen(file);
      const picture = file && (await logoPicture(file));
      const idempotencyKey = crypto.randomUUID();
      keepFirm(checked(Firm, await call('saveLogo', { body: { picture }, idempotencyKey })));
      setChosen(null);
      await onSaved();
      toast(file ? 'Logo saved. Installed apps get their new icon within days.' : 'Logo removed.');
    },
    (failure) => setError(messageOf(failure)),
  );
  const { busy, run } = saving;
  return (
    <div className="stack" data-tight="" aria-busy={busy}>
      <Field
        label="Logo"
        hint={
          name
            ? 'PNG, JPEG, WebP, or SVG. In the app, emails, printed sheets, and signature reports, and as the app’s icon. Saved at once.'
            : 'Save the firm’s name first.'
        }
        error={error || undefined}
      >
        {(control) => (
          <div className={styles.ways}>
            {logo && <Preview logo={logo} name={name} />}
            <span className={pickerStyles.way}>
              <input
                {...control}
                type="file"
                className="visually-hidden"
                name="logo"
                accept="image/png,image/jpeg,image/webp,image/svg+xml"
                disabled={busy || !name}
                onChange={({ target }) => {
                  const [file] = target.files ?? [];
                  if (file) void run(file);
                  // The same file can be chosen again.
                  target.value = '';
                }}
              />
              <label
                className={pickerStyles.button}
                htmlFor={control.id}
                data-disabled={busy || !name || undefined}
              >
                <Icon of={ImageUp} /> {logo ? 'Replace logo' : 'Choose logo'}
              </label>
            </span>
            {logo && (
              <Button variant="quiet" busy={busy} onClick={() => void run(null)}>
                <Icon of={Trash2} /> Remove logo
              </Button>
            )}
            {error && chosen && (
              <Button busy={busy} onClick={() => void run(chosen)}>
                Try again with {chosen.name}
              </Button>
            )}
          </div>
        )}
      </Field>
    </div>
  );
}

function Preview({ logo: { hash, width, height }, name }: { logo: NonNullable<Firm['logo']>; name: string }) {
  return (
    <span className={styles.preview}>
      <img src={logoAddress(hash, 'logo.png')} alt={`Logo of ${name}`} width={width} height={height} />
      <img src={logoAddress(hash, 'icon-192.png')} alt="The same as an icon" width={192} height={192} />
    </span>
  );
}
