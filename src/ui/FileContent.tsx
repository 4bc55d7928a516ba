import { useMemo } from 'react';
import { hasPreview } from '../contract/attachment.ts';
import styles from './FileContent.module.css';
import { useObjectUrl } from './useObjectUrl.ts';

const pdf = 'application/pdf';

type Props = { blob: Blob; contentType: string; name: string };

/** An image or a PDF in place; nothing that a page could run in (SVG, HTML). The bytes get the type they were judged to have, so that nothing else is made of them. */
export function FileContent({ blob, contentType, name }: Props) {
  const safe = useMemo(() => new Blob([blob], { type: contentType }), [blob, contentType]);
  const url = useObjectUrl(safe);
  if (!url || !hasPreview(contentType)) return null;
  if (contentType !== pdf) return <img className={styles.image} src={url} alt={name} />;
  if (!navigator.pdfViewerEnabled) {
    return (
      <p>
        This browser shows no PDF within a page.{' '}
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open {name}
        </a>
      </p>
    );
  }
  // Without the list of pages beside it, which takes half of a narrow frame.
  return <iframe className={styles.document} src={`${url}#navpanes=0`} title={name} />;
}
