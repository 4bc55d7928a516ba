import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { downloadAttachment, storedName } from '../../api/attachments.ts';
import { fileSize } from '../../format/fileSize.ts';
import { toast } from '../../ui/toast.ts';
import styles from './MessageFiles.module.css';
import type { ChatFile } from './MessageFiles.tsx';

/** A file of a message. A click fetches it with the bearer, which a plain link cannot carry, and saves it. */
export function FileButton({ file, children }: { file: ChatFile; children?: ReactNode }) {
  const [busy, setBusy] = useState(false);
  const name = storedName(file);

  async function download() {
    if (busy) return;
    setBusy(true);
    try {
      await downloadAttachment(file);
    } catch (error) {
      toast(`${name} could not be downloaded. ${(error as Error).message}`, { tone: 'bad', lasts: false });
    } finally {
      setBusy(false);
    }
  }
  return (
    <button
      type="button"
      className={styles.file}
      aria-busy={busy || undefined}
      title={name}
      onClick={download}
    >
      {children}
      <span className={styles.line}>
        <Download aria-hidden />
        <span className={styles.name}>{name}</span>
        {file.size > 0 && <span className={styles.size}> {fileSize(file.size)}</span>}
      </span>
      <span className="visually-hidden"> {busy ? 'Downloading' : 'Download'}</span>
    </button>
  );
}
