import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide';
import {
  downloadAttachment,
  type PreviewedFile,
  previewQuery,
  shownNameOf,
} from '../../../api/attachments.ts';
import { hasPreview, isPdf } from '../../../contract/jobs/jobDetails.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { OpenFile } from '../../../ui/files/OpenFile.tsx';
import { PreviewNote } from '../../../ui/files/PreviewNote.tsx';
import { Thumb } from '../../../ui/files/Thumb.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { MarkedText } from '../../../ui/text/MarkedText.tsx';
import { messageOf, useAction } from '../../../ui/useAction.ts';
import { useNear } from '../../../ui/useNear.ts';
import styles from './MessageFiles.module.css';

type Props = { files: readonly PreviewedFile[]; communicationId: string; jobId: string };

/** The files of a message: each downloads on click of its name; photos and PDFs have thumbnails, which open them. */
export function MessageFiles({ files, communicationId, jobId }: Props) {
  const [first] = files;
  if (!first) return null;
  return (
    <div className={styles.files}>
      <ul className={styles.list}>
        {files.map((file) => (
          <li key={file.key}>
            {hasPreview(file.contentType) && <Thumbnail jobId={jobId} file={file} files={files} />}
            <FileButton file={file} />
          </li>
        ))}
      </ul>
      {files.length === 1 && isPdf(first) ? (
        <Link className={styles.all} to="/plans/$jobId/$key" params={{ jobId, key: first.key }}>
          Open document
        </Link>
      ) : (
        <Link
          className={styles.all}
          to="/attachments/$communicationId"
          params={{ communicationId }}
          search={{ job: jobId }}
        >
          {files.length === 1 ? 'Preview file' : `Preview ${files.length} files`}
        </Link>
      )}
    </div>
  );
}

/** Loads its preview when it comes near the screen. */
function Thumbnail({ file, ...rest }: Pick<Props, 'jobId' | 'files'> & { file: PreviewedFile }) {
  const [frame, near] = useNear<HTMLSpanElement>();
  const { data, isError } = useQuery({ ...previewQuery(file, 'thumb'), enabled: near });
  const label = `${isPdf(file) ? 'Open' : 'View'} ${shownNameOf(file)}`;
  return (
    <>
      <OpenFile {...rest} file={file} className={styles.picture} label={label} title={label}>
        <Thumb ref={frame} picture={isError ? null : data} contentType={file.contentType} />
      </OpenFile>
      <PreviewNote of={data} className={styles.note} />
    </>
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
