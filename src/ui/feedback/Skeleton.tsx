import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

type Props = {
  /** Lines of text it stands for. */
  lines?: number;
  /** Height of a block it stands for, in CSS; instead of lines. */
  height?: string;
  width?: string;
};

/** Placeholder of what is loading. Hidden from screen readers: the region around it is `aria-busy`. */
export function Skeleton({ lines = 1, height, width }: Props) {
  if (height !== undefined) {
    const size: CSSProperties = { blockSize: height, ...(width ? { inlineSize: width } : {}) };
    return <div className={styles.block} style={size} aria-hidden="true" />;
  }
  return (
    <div className={styles.lines} style={width ? { inlineSize: width } : undefined} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
}
