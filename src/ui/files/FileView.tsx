import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../Button.tsx';
import { Progress } from '../feedback/Progress.tsx';
import { type Documents, FileContent } from './FileContent.tsx';
import styles from './FileView.module.css';
import { useObjectUrl } from './useObjectUrl.ts';

type Props = {
  name: string;
  contentType: string;
  /** Bytes of the whole file. */
  size: number;
  /** Its large preview; null when there is none, undefined until that is known. */
  picture: Blob | null | undefined;
  /** The preview is on its way. */
  busy: boolean;
  /** The whole file, once it was asked for. */
  whole: { data: Blob | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Where a PDF gets its address. */
  documents: Documents;
  /** The whole file is wanted. */
  onOpen: () => void;
  /** Without a picture, nothing is fetched until somebody asks. */
  isLarge?: boolean;
};

/** A file in place: first as a picture, of a PDF its first page; as a whole when somebody asks, or where there is no picture. */
export function FileView({
  name,
  contentType,
  size,
  picture,
  busy,
  whole,
  isLarge = false,
  ...props
}: Props) {
  const { documents, onOpen } = props;
  const isPicture = contentType !== 'application/pdf';
  return (
    <div className={styles.view} data-type={contentType} aria-busy={busy || whole.isFetching || undefined}>
      {whole.data ? (
        <FileContent blob={whole.data} contentType={contentType} name={name} documents={documents} />
      ) : (
        <>
          {picture && <Picture blob={picture} name={isPicture ? name : `First page of ${name}`} />}
          {whole.error ? (
            <div role="alert" className={styles.line}>
              <p>{whole.error.message}</p>
              <Button onClick={() => void whole.refetch()}>Try again</Button>
            </div>
          ) : busy || whole.isFetching ? (
            <Progress label={`Loading ${name}`} />
          ) : (
            (picture || (picture === null && isLarge)) && (
              <Button onClick={onOpen}>
                {isPicture ? 'Show the original' : 'Open the document'}
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

function Picture({ blob, name }: { blob: Blob; name: string }) {
  const url = useObjectUrl(blob);
  return <div className={styles.picture}>{url && <img src={url} alt={name} />}</div>;
}
