import { Download, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Transfer } from '../../api/client.ts';
import type { RequestOf } from '../../contract/calls.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/feedback/Progress.tsx';
import styles from './DownloadButton.module.css';

type Props = {
  label: string;
  /** "The list": what is being saved. */
  what: string;
  request: RequestOf<'download'>;
  fileName: string;
};

/** Saves what the server puts together; while it comes, says how much there is, and a press ends it. */
export function DownloadButton({ label, what, request, fileName }: Props) {
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);

  async function save() {
    const stopper = new AbortController();
    under.current = stopper;
    setTransfer({ transferred: 0, total: 0 });
    try {
      const { saveDownload } = await import('./saveDownload.ts');
      await saveDownload({ what, request, fileName }, stopper.signal, setTransfer, () => void save());
    } finally {
      setTransfer(null);
    }
  }

  return (
    <span className={styles.place}>
      <Button className={styles.button} onClick={() => (transfer ? under.current?.abort() : void save())}>
        {transfer ? <X aria-hidden /> : <Download aria-hidden />}
        {/* Both are there at all times, so that the button keeps its size. */}
        <span className={styles.words}>
          <span data-shown={!transfer || undefined}>{label}</span>
          <span data-shown={transfer !== null || undefined}>
            Cancel{transfer ? ` (${fileSize(transfer.transferred)})` : ''}
          </span>
        </span>
      </Button>
      {transfer && (
        <ProgressBar
          className={styles.bar}
          aria-label={`Saving: ${label}`}
          value={transfer.transferred}
          max={transfer.total}
        />
      )}
    </span>
  );
}
