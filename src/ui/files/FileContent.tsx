import { useEffect, useMemo, useState } from 'react';
import { hasPreview } from '../../contract/attachment.ts';
import styles from './FileContent.module.css';
import { useObjectUrl } from './useObjectUrl.ts';

const pdf = 'application/pdf';

/** Gives a PDF an address that a frame can show, and takes it back. */
export type Documents = {
  /** Null where no frame can show it. */
  open(document: Blob, name: string): Promise<string | null>;
  close(address: string): Promise<void>;
};

type Props = { blob: Blob; contentType: string; name: string; documents: Documents };

/** An image or a PDF in place; nothing that a page could run in (SVG, HTML). The bytes get the type they were judged to have, so that nothing else is made of them. */
export function FileContent({ blob, contentType, name, documents }: Props) {
  const safe = useMemo(() => new Blob([blob], { type: contentType }), [blob, contentType]);
  if (!hasPreview(contentType)) return null;
  if (contentType !== pdf) return <Picture picture={safe} name={name} />;
  return <DocumentFrame document={safe} name={name} documents={documents} />;
}

function Picture({ picture, name }: { picture: Blob; name: string }) {
  const url = useObjectUrl(picture);
  return url && <img className={styles.image} src={url} alt={name} />;
}

type DocumentProps = { document: Blob; name: string };

function LinkOutside({ document, name }: DocumentProps) {
  const url = useObjectUrl(document);
  return (
    url && (
      <p>
        This browser shows no PDF within a page.{' '}
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open {name}
        </a>
      </p>
    )
  );
}

function DocumentFrame({ document, name, documents }: DocumentProps & { documents: Documents }) {
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    const opening = documents.open(document, name);
    let isHere = true;
    void opening.then((opened) => isHere && setAddress(opened));
    return () => {
      isHere = false;
      void opening.then((opened) => (opened ? documents.close(opened) : undefined));
    };
  }, [document, name, documents]);
  if (address === undefined) return <div className={styles.document} />;
  if (address === null) return <LinkOutside document={document} name={name} />;
  // Without the list of pages beside it, which takes half of a narrow frame.
  return <iframe className={styles.document} src={`${address}#navpanes=0`} title={name} />;
}
