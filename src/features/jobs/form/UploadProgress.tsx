import type { Transfer } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { UploadBar } from './UploadBar.tsx';

type Props = {
  label: string;
  transfer: Transfer | null;
  /** It is on the device, and needs nobody to wait for it. */
  isKept: boolean;
  /** Leaves it to itself; where nothing can be kept, stops it. */
  onStop: () => void;
};

/** How far a form's sending is, and the way out of waiting for it. */
export function UploadProgress({ label, transfer, isKept, onStop }: Props) {
  return (
    <div className="stack" data-tight="">
      <UploadBar label={label} transfer={transfer} />
      <Button
        variant="quiet"
        onClick={({ currentTarget }) => {
          // This button goes; the one that sends again has its place.
          currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
          onStop();
        }}
      >
        {isKept ? 'Keep and send later' : 'Stop sending'}
      </Button>
    </div>
  );
}
