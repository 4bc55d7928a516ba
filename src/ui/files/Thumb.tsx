import { FileImage, FileText } from 'lucide';
import type { Ref } from 'react';
import { Icon } from '../Icon.tsx';
import { objectUrlOf } from './objectUrl.ts';
import styles from './Thumb.module.css';

type Props = {
  ref: Ref<HTMLSpanElement>;
  /** Preview of the file; null when there is none, undefined until that is known. */
  picture: Blob | null | undefined;
  contentType: string;
  /** Beside words rather than above them. */
  small?: boolean;
};

/** The preview of a file, or an icon of its type. It has its size from the start, so that nothing moves. */
export function Thumb({ ref, picture, contentType, small = false }: Props) {
  const icon = contentType.startsWith('image/') ? FileImage : FileText;
  return (
    <span ref={ref} className={styles.thumb} data-small={small || undefined}>
      {picture ? <img src={objectUrlOf(picture)} alt="" /> : <Icon of={icon} />}
    </span>
  );
}
