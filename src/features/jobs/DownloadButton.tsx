import { Download } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import type { Transfer } from '../../api/client.ts';
import type { RequestOf } from '../../contract/calls.ts';
import { fileSize } from '../../format/fileSize.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { toastFailure } from '../../ui/feedback/toastError.ts';
import { LongButton } from './LongButton.tsx';

type Props = {
  label: string;
  request: RequestOf<'download'>;
  fileName: string;
  variant?: 'quiet';
};

/** Downloads a file that the server makes. */
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
      if (saveBlob(file, fileName)) toast(`Downloaded ${fileName}.`, { tone: 'good' });
    } catch (error) {
      if (signal.aborted) return;
      toastFailure(`download ${fileName}`, error, () => void save());
    } finally {
      setTransfer(null);
    }
  }

  const action = transfer && {
    name: `Downloading ${fileName}`,
    doneText: fileSize(transfer.transferred),
    done: transfer.transferred,
    total: transfer.total,
  };
  return (
    <LongButton
      icon={Download}
      label={label}
      variant={variant}
      action={action}
      onStart={() => void save()}
      onCancel={() => download.current?.abort()}
    />
  );
}
