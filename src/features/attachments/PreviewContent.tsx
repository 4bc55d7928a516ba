import { useMemo } from 'react';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import styles from './FilePreview.module.css';
import type { PreviewKind } from './previewKind.ts';

type Props = { blob: Blob; kind: Exclude<PreviewKind, 'none'>; name: string };

/** The file itself. Its bytes get the type it was judged to have, so that nothing else can be made of them. */
export function PreviewContent({ blob, kind, name }: Props) {
  const safe = useMemo(
    () => (kind === 'pdf' ? new Blob([blob], { type: 'application/pdf' }) : blob),
    [blob, kind],
  );
  const url = useObjectUrl(safe);
  if (!url) return null;
  if (kind === 'image') return <img className={styles.image} src={url} alt={name} />;
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
  return <iframe className={styles.document} src={url} title={name} />;
}
