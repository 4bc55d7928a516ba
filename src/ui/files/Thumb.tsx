import { FileImage, FileText } from 'lucide-react';
import type { Ref } from 'react';
import styles from './Thumb.module.css';
import { useObjectUrl } from './useObjectUrl.ts';

type Props = {
  ref: Ref<HTMLSpanElement>;
  /** Of the file; null when there is none, undefined until that is known. */
  picture: Blob | null | undefined;
  contentType: string;
  /** Beside words rather than above them. */
  small?: boolean;
};

/** A file as a small picture. Its frame has its size from the start; it shows what kind of file it is where there is no picture. */
export function Thumb({ ref, picture, contentType, small = false }: Props) {
  const url = useObjectUrl(picture ?? undefined);
  const Sign = contentType.startsWith('image/') ? FileImage : FileText;
  return (
    <span ref={ref} className={styles.thumb} data-small={small || undefined}>
      {url ? <img src={url} alt="" /> : <Sign aria-hidden />}
    </span>
  );
}
