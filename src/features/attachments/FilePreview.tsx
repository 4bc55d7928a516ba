import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import {
  attachmentQuery,
  downloadAttachment,
  previewQuery,
  type StoredFile,
  storedName,
} from '../../api/attachments.ts';
import { documents } from '../../api/documents.ts';
import { hasPreview } from '../../contract/attachment.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../../ui/Button.tsx';
import { FileView } from '../../ui/FileView.tsx';
import { toast } from '../../ui/toast.ts';
import { useNear } from '../../ui/useNear.ts';
import styles from './FilePreview.module.css';

/** Larger files are shown only when somebody asks. */
const maxUnaskedBytes = 10 * 1024 * 1024;

export type PreviewedFile = StoredFile & { contentType: string; size: number };

/** One file: its name and size, a download, and the file itself where a browser can show it safely. */
export function FilePreview({ file }: { file: PreviewedFile }) {
  const name = storedName(file);
  const [saving, setSaving] = useState(false);

  async function download() {
    setSaving(true);
    try {
      await downloadAttachment(file);
    } catch (error) {
      toast(`${name} could not be downloaded. ${(error as Error).message}`, { tone: 'bad' });
    } finally {
      setSaving(false);
    }
  }
  return (
    <article className={styles.file} aria-label={name}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h2>{name}</h2>
          {file.size > 0 && <p className="small soft">{fileSize(file.size)}</p>}
        </div>
        <Button busy={saving} onClick={download}>
          <Download aria-hidden />
          Download
        </Button>
      </header>
      {hasPreview(file.contentType) ? (
        <Preview file={file} name={name} />
      ) : (
        <p className="small soft">This kind of file cannot be shown here. Download it to open it.</p>
      )}
    </article>
  );
}

function Preview({ file, name }: { file: PreviewedFile; name: string }) {
  const [frame, near] = useNear<HTMLDivElement>();
  const [wanted, setWanted] = useState(false);
  const preview = useQuery({ ...previewQuery(file, 'page'), enabled: near });
  const picture = preview.isError ? null : preview.data;
  const isLarge = file.size > maxUnaskedBytes;
  const whole = useQuery({ ...attachmentQuery(file), enabled: wanted || (picture === null && !isLarge) });
  return (
    <div ref={frame}>
      <FileView
        name={name}
        contentType={file.contentType}
        size={file.size}
        picture={picture}
        busy={preview.isFetching}
        whole={whole}
        documents={documents}
        onOpen={() => setWanted(true)}
        isLarge={isLarge}
      />
    </div>
  );
}
