import { useEffect, useMemo, useState } from 'react';
import { hasPreview } from '../../contract/jobDetails.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../Button.tsx';
import { Progress } from '../feedback/Progress.tsx';
import styles from './FileView.module.css';
import { useObjectUrl } from './useObjectUrl.ts';

/** Gives a PDF an address that a frame can show, and takes it back. */
type Documents = {
  /** Null where no frame can show it. */
  open(document: Blob, name: string): Promise<string | null>;
  close(address: string): Promise<void>;
};

type Props = {
  name: string;
  contentType: string;
  /** Bytes of the whole file. */
  size: number;
  /** Its large preview; null when there is none, undefined until that is known. */
  preview: Blob | null | undefined;
  /** The preview is loading. */
  busy: boolean;
  whole: { data: Blob | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  documents: Documents;
  /** The user asks for the whole file. */
  onOpen: () => void;
  /** Without a preview, the whole is fetched only on request. */
  isLarge?: boolean;
};

/** A file in place: first its preview (of a PDF the first page); as a whole on request, or where there is no preview. */
export function FileView(props: Props) {
  const { name, contentType, size, preview, busy, whole, documents, onOpen, isLarge = false } = props;
  const isImage = contentType !== 'application/pdf';
  return (
    <div className={styles.view} data-type={contentType} aria-busy={busy || whole.isFetching || undefined}>
      {whole.data ? (
        <WholeFile blob={whole.data} contentType={contentType} name={name} documents={documents} />
      ) : (
        <>
          {preview && (
            <div className={styles.preview}>
              <Image blob={preview} name={isImage ? name : `First page of ${name}`} />
            </div>
          )}
          {whole.error ? (
            <div role="alert" className={styles.failure}>
              <p>{whole.error.message}</p>
              <Button onClick={() => void whole.refetch()}>Try again</Button>
            </div>
          ) : busy || whole.isFetching ? (
            <Progress label={`Loading ${name}`} />
          ) : (
            (preview || (preview === null && isLarge)) && (
              <Button onClick={onOpen}>
                {isImage ? 'View original' : 'Open document'}
                {size > 0 && ` (${fileSize(size)})`}
                <span className="visually-hidden"> {name}</span>
              </Button>
            )
          )}
        </>
      )}
    </div>
  );
}

type WholeFileProps = Pick<Props, 'name' | 'contentType' | 'documents'> & { blob: Blob };

/** An image or a PDF; nothing that a page could run in (SVG, HTML). The blob gets the type that was checked, whatever it claims. */
function WholeFile({ blob, contentType, name, documents }: WholeFileProps) {
  const safe = useMemo(() => new Blob([blob], { type: contentType }), [blob, contentType]);
  if (!hasPreview(contentType)) return null;
  if (contentType !== 'application/pdf') return <Image blob={safe} name={name} />;
  return <DocumentFrame document={safe} name={name} documents={documents} />;
}

function Image({ blob, name }: { blob: Blob; name: string }) {
  const url = useObjectUrl(blob);
  return url && <img className={styles.image} src={url} alt={name} />;
}

type DocumentProps = { document: Blob; name: string };

function LinkOutside({ document, name }: DocumentProps) {
  const url = useObjectUrl(document);
  return (
    url && (
      <p>
        This browser can’t preview PDFs.{' '}
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
    let isMounted = true;
    void opening.then((opened) => isMounted && setAddress(opened));
    return () => {
      isMounted = false;
      void opening.then((opened) => (opened ? documents.close(opened) : undefined));
    };
  }, [document, name, documents]);
  if (address === undefined) return <div className={styles.document} />;
  if (address === null) return <LinkOutside document={document} name={name} />;
  // Hides the list of pages, which takes half of a narrow frame.
  return <iframe className={styles.document} src={`${address}#navpanes=0`} title={name} />;
}
