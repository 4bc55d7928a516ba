import { useEffect, useRef, useState } from 'react';
import { parseStatement } from '../../contract/proof/statement.ts';
import { mayFetchUnasked } from '../../device/connectionCost.ts';
import { cacheQrReader } from '../../offline/qrReaderFile.ts';
import { Button } from '../../ui/Button.tsx';
import { CameraButton } from '../../ui/files/CameraButton.tsx';
import { Section } from '../../ui/Section.tsx';
import { useAction } from '../../ui/useAction.ts';
import { Saying } from './Saying.tsx';
import { type Said, verdictText } from './verdictText.ts';

const unreadable: Said = {
  tone: 'open',
  title: 'No code found',
  text: 'Take the photo from above, close and sharp, with the whole code on it.',
};
const notLoaded: Said = {
  tone: 'open',
  title: 'Photos can’t be read yet',
  text: 'The reader isn’t on this device. Connect once, then it works offline too.',
};

/** Says what was read where it is no seal of this app; null where it is. */
function saidOf(text: string | null): Said | null {
  if (text === null) return unreadable;
  const read = parseStatement(text);
  if (!read) return verdictText({ is: 'no-seal' });
  const { origin } = read;
  return origin === location.origin ? null : verdictText({ is: 'other-firm', host: new URL(origin).host });
}

/** Reads the QR code of a signature report from a photo, which stays on the device. @param onRead called with the address in it */
export function PhotoCheck({ onRead }: { onRead: (address: string) => void }) {
  const [said, setSaid] = useState<Said | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (mayFetchUnasked()) void cacheQrReader().catch(() => undefined);
  }, []);
  const { busy, run } = useAction(
    async (photo: File) => {
      setSaid(null);
      const { readQr } = await import('./readQr.ts');
      const text = await readQr(photo);
      const found = saidOf(text);
      setSaid(found);
      if (!found && text) onRead(text);
    },
    (error) => setSaid(error instanceof TypeError ? notLoaded : unreadable),
  );
  return (
    <Section title="Read a code" note="From a photo of the signature report. The photo stays on this device.">
      <div className="row">
        <CameraButton onPhoto={([photo]) => photo && void run(photo)} disabled={busy} />
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label="Photo of the code"
          onChange={({ target }) => {
            const [photo] = target.files ?? [];
            if (photo) void run(photo);
            target.value = '';
          }}
        />
        <Button busy={busy} onClick={() => input.current?.click()}>
          Choose photo
        </Button>
      </div>
      <div role="status">{said && <Saying {...said} />}</div>
    </Section>
  );
}
