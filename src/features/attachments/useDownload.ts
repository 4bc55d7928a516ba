import { useState } from 'react';
import { downloadAttachment, type StoredFile, shownNameOf } from '../../api/attachments.ts';
import { toast } from '../../ui/feedback/toast.ts';

/** Downloads a stored file, and says when that fails. */
export function useDownload(file: StoredFile): { busy: boolean; download: () => Promise<void> } {
  const [busy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      await downloadAttachment(file);
    } catch (error) {
      toast(`Couldn’t download ${shownNameOf(file)}. ${(error as Error).message}`, { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }
  return { busy, download };
}
