import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  attachmentQuery,
  downloadAttachment,
  type StoredFile,
  storedName,
} from '../../api/attachmentBlob.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../../ui/Button.tsx';
import { FileContent, isShowable } from '../../ui/FileContent.tsx';
import { toast } from '../../ui/toast.ts';
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
      {isShowable(file.contentType) ? (
        <Preview file={file} name={name} />
      ) : (
        <p className="small soft">This kind of file cannot be shown here. Download it to open it.</p>
      )}
    </article>
  );
}

function Preview({ file, name }: { file: PreviewedFile; name: string }) {
  const small = file.size <= maxUnaskedBytes;
  const [wanted, setWanted] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const query = useQuery({ ...attachmentQuery(file), enabled: wanted });
  useEffect(() => {
    if (!small || !frame.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setWanted(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [small]);
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-type={file.contentType}
      aria-busy={query.isFetching || undefined}
    >
      {!wanted && !small && (
        <Button onClick={() => setWanted(true)}>Show it here ({fileSize(file.size)})</Button>
      )}
      {query.isError && (
        <div role="alert" className="stack" data-tight="">
          <p>{query.error.message}</p>
          <Button onClick={() => void query.refetch()}>Try again</Button>
        </div>
      )}
      {query.data && <FileContent blob={query.data} contentType={file.contentType} name={name} />}
    </div>
  );
}
