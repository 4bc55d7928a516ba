import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide';
import {
  downloadAttachment,
  type PreviewedFile,
  previewQuery,
  shownNameOf,
} from '../../../api/attachments.ts';
import { hasPreview } from '../../../contract/jobs/jobDetails.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Thumb } from '../../../ui/files/Thumb.tsx';
import { openViewer } from '../../../ui/files/viewer.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { MarkedText } from '../../../ui/text/MarkedText.tsx';
import { messageOf, useAction } from '../../../ui/useAction.ts';
import { useNear } from '../../../ui/useNear.ts';
import styles from './MessageFiles.module.css';

type Props = { files: readonly PreviewedFile[]; communicationId: string; jobId: string };

/** The files of a message: each downloads on click of its name; images and PDFs have thumbnails, which open the viewer. */
export function MessageFiles({ files, communicationId, jobId }: Props) {
  if (files.length === 0) return null;
  return (
    <div className={styles.files}>
      <ul className={styles.list}>
        {files.map((file) => (
          <li key={file.key}>
            {hasPreview(file.contentType) && (
              <Thumbnail file={file} onOpen={() => openViewer({ jobId, files, key: file.key })} />
            )}
            <FileButton file={file} />
          </li>
        ))}
      </ul>
      <Link
        className={styles.all}
        to="/attachments/$communicationId"
        params={{ communicationId }}
        search={{ job: jobId }}
      >
        {files.length === 1 ? 'Preview file' : `Preview ${files.length} files`}
      </Link>
    </div>
  );
}

/** Loads its preview when it comes near the screen. */
function Thumbnail({ file, onOpen }: { file: PreviewedFile; onOpen: () => void }) {
  const [frame, near] = useNear<HTMLSpanElement>();
  const { data, isError } = useQuery({ ...previewQuery(file, 'thumb'), enabled: near });
  const label = `View ${shownNameOf(file)}`;
  return (
    <button type="button" className={styles.picture} aria-label={label} title={label} onClick={onOpen}>
      <Thumb ref={frame} picture={isError ? null : data} contentType={file.contentType} />
    </button>
  );
}

/** Downloads a file with the bearer token, which a plain link cannot carry. */
function FileButton({ file }: { file: PreviewedFile }) {
  const name = shownNameOf(file);
  const { busy, run: download } = useAction(
    () => downloadAttachment(file),
    (error) => toast(`Couldn’t download ${name}. ${messageOf(error)}`, { tone: 'bad', lasts: false }),
  );
  return (
    <button
      type="button"
      className={styles.file}
      aria-busy={busy || undefined}
      title={name}
      onClick={() => busy || void download()}
    >
      <span className={styles.line}>
        <Icon of={Download} />
        <span className={styles.name} translate="no">
          <MarkedText text={name} />
        </span>
        {file.size > 0 && <span className={styles.size}> {fileSize(file.size)}</span>}
      </span>
      <span className="visually-hidden"> {busy ? 'Downloading' : 'Download'}</span>
    </button>
  );
}
