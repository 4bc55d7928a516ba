import { Download, X } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import type { Transfer } from '../../api/client.ts';
import type { RequestOf } from '../../contract/calls.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/feedback/Progress.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastFailure } from '../../ui/feedback/toastError.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './DownloadButton.module.css';

type Props = {
  label: string;
  request: RequestOf<'download'>;
  fileName: string;
  variant?: 'quiet';
};

/** Downloads a file that the server makes. Meanwhile, the button shows how much has arrived, and cancels. */
export function DownloadButton({ label, request, fileName, variant }: Props) {
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const download = useRef<AbortController | null>(null);
  useEffect(() => () => download.current?.abort(), []);

  async function save() {
    const controller = new AbortController();
    const { signal } = controller;
    download.current = controller;
    setTransfer({ transferred: 0, total: 0 });
    try {
      const { callForBlob, saveBlob } = await import('../../api/downloads.ts');
      const file = await callForBlob('download', { body: request, signal, onProgress: setTransfer });
      saveBlob(file, fileName);
      toast(`Downloaded ${fileName}.`, { tone: 'good' });
    } catch (error) {
      if (signal.aborted) return;
      toastFailure(`download ${fileName}`, error, () => void save());
    } finally {
      setTransfer(null);
    }
  }

  return (
    <span className={styles.place}>
      <Button variant={variant} onClick={() => (transfer ? download.current?.abort() : void save())}>
        {transfer ? <Icon of={X} /> : <Icon of={Download} />}
        {/* Both are always rendered, so that the button keeps its size. */}
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
          aria-label={`Downloading ${fileName}`}
          value={transfer.transferred}
          max={transfer.total}
        />
      )}
    </span>
  );
}
