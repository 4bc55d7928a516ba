import type { Box, Size } from '../page/box.ts';
import styles from './PlanStage.module.css';
import { placed } from './placed.ts';

/** A match on the page on screen. */
export type Mark = { box: Box; isCurrent: boolean };

/** Shows what was found on a page, which nobody touches. */
export function Marks({ marks, size }: { marks: readonly Mark[]; size: Size }) {
  return marks.map(({ box, isCurrent }, at) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: the matches of a page never move.
      key={at}
      aria-hidden
      className={styles.mark}
      data-current={isCurrent || undefined}
      style={placed(box, size)}
    />
  ));
}
