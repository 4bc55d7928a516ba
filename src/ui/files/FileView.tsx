import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide';
import { useId, useMemo } from 'react';
import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../Button.tsx';
import { Progress } from '../feedback/Progress.tsx';
import { Icon } from '../Icon.tsx';
import styles from './FileView.module.css';
import { objectUrlOf } from './objectUrl.ts';

type CommonProps = {
  name: string;
  /** Bytes of the whole file. */
  size: number;
  /** Its large preview, of a PDF the first page; null when there is none, undefined until that is known. */
  preview: Blob | null | undefined;
};

type Props = CommonProps & {
  /** The type that was checked, whatever the file claims. */
  contentType: string;
  /** The preview is loading. */
  busy: boolean;
  whole: { data: Blob | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** The user asks for the whole file. */
  onOpen: () => void;
  /** Without a preview, the whole is fetched only on request. */
  isLarge?: boolean;
};

/** An image in place: first its preview; as a whole on request, or where there is no preview. */
export function FileView(props: Props) {
  const { name, contentType, size, preview, busy, whole, onOpen, isLarge = false } = props;
  return (
    <div className={styles.view} aria-busy={busy || whole.isFetching || undefined}>
      {whole.data ? (
        <WholeImage blob={whole.data} contentType={contentType} name={name} />
      ) : (
        <>
          {preview && (
            <div className={styles.preview}>
              <Image blob={preview} name={name} />
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
                View original
                <OfFile size={size} name={name} />
              </Button>
            )
          )}
        </>
      )}
    </div>
  );
}

type CoverProps = CommonProps & {
  /** Whose file it is. */
  jobFile: { jobId: string; key: string };
};

/** A PDF in place: its first page, which is the link to all of them. */
export function PdfCover({ name, size, preview, jobFile }: CoverProps) {
  const id = useId();
  return (
    <Link
      className={styles.view}
      aria-labelledby={id}
      data-type="application/pdf"
      aria-busy={preview === undefined || undefined}
      to="/plans/$jobId/$key"
      params={jobFile}
    >
      <span className={styles.preview}>
        {preview ? <Image blob={preview} name={`First page of ${name}`} /> : <Icon of={FileText} />}
      </span>
      <span id={id}>
        Open document
        <OfFile size={size} name={name} />
      </span>
    </Link>
  );
}

function OfFile({ size, name }: Pick<CommonProps, 'size' | 'name'>) {
  return (
    <>
      {size > 0 && ` (${fileSize(size)})`}
      <span className="visually-hidden" translate="no">
        {' '}
        {name}
      </span>
    </>
  );
}

/** Nothing that a page could run in (SVG, HTML) is an image here. */
function WholeImage({ blob, contentType, name }: { blob: Blob; contentType: string; name: string }) {
  const safe = useMemo(() => new Blob([blob], { type: contentType }), [blob, contentType]);
  if (contentType !== 'image/png' && contentType !== 'image/jpeg') return null;
  return <Image blob={safe} name={name} />;
}

function Image({ blob, name }: { blob: Blob; name: string }) {
  return <img className={styles.image} src={objectUrlOf(blob)} alt={name} />;
}
