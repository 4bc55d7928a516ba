import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { attachmentQuery, type FileReference } from '../../../api/attachments.ts';
import { documents } from '../../../device/documents.ts';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { TryAgain } from '../../../ui/feedback/TryAgain.tsx';
import { useObjectUrl } from '../../../ui/files/useObjectUrl.ts';
import styles from './PlanPage.module.css';

/** A PDF in the browser's own viewer, which can print, copy text and ask for a password. */
export function BrowserViewer({ file, name }: { file: FileReference; name: string }) {
  const whole = useQuery(attachmentQuery(file));
  if (whole.data) return <DocumentFrame whole={whole.data} name={name} />;
  return (
    <div className={styles.loading}>
      {whole.error ? <TryAgain query={whole} what="file" /> : <Progress label={`Loading ${name}`} />}
    </div>
  );
}

function DocumentFrame({ whole, name }: { whole: Blob; name: string }) {
  // The blob gets the type that was checked, whatever it claims.
  const document = useMemo(() => new Blob([whole], { type: 'application/pdf' }), [whole]);
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    const opening = documents.open(document, name);
    let isMounted = true;
    void opening.then((opened) => isMounted && setAddress(opened));
    return () => {
      isMounted = false;
      void opening.then((opened) => (opened ? documents.close(opened) : undefined));
    };
  }, [document, name]);
  if (address === undefined) return <div className={styles.document} />;
  if (address === null) return <LinkOutside document={document} name={name} />;
  // Hides the list of pages, which takes half of a narrow frame.
  return <iframe className={styles.document} src={`${address}#navpanes=0`} title={name} />;
}

function LinkOutside({ document, name }: { document: Blob; name: string }) {
  const url = useObjectUrl(document);
  return (
    url && (
      <p className={styles.loading}>
        This browser can’t preview PDFs here.{' '}
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open {name}
        </a>
      </p>
    )
  );
}
