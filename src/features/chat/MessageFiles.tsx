import { Link } from '@tanstack/react-router';
import type { StoredFile } from '../../api/attachments.ts';
import { hasPreview } from '../../contract/attachment.ts';
import { FileButton } from './FileButton.tsx';
import styles from './MessageFiles.module.css';
import { Thumbnail } from './Thumbnail.tsx';

export type ChatFile = StoredFile & { contentType: string; size: number };

type Props = { files: readonly ChatFile[]; communicationId: string; jobId: string };

/** The files of a message: each downloads on click; pictures and PDFs show themselves small. */
export function MessageFiles({ files, communicationId, jobId }: Props) {
  if (files.length === 0) return null;
  return (
    <div className={styles.files}>
      <ul className={styles.list}>
        {files.map((file) => (
          <li key={file.key}>
            <FileButton file={file}>{hasPreview(file.contentType) && <Thumbnail file={file} />}</FileButton>
          </li>
        ))}
      </ul>
      <Link
        className={styles.all}
        to="/attachments/$communicationId"
        params={{ communicationId }}
        search={{ job: jobId }}
      >
        {files.length === 1 ? 'Preview the file' : `Preview ${files.length} files`}
      </Link>
    </div>
  );
}
