import type { ReactNode } from 'react';
import styles from './Table.module.css';

type Props = {
  /** What the table lists; read out, not shown. */
  caption: string;
  /** `<tr>` of `<th scope="col">`. */
  head: ReactNode;
  /** Rows. */
  children: ReactNode;
};

/** A ruled table that scrolls sideways in its own frame when it must, by keyboard too. */
export function Table({ caption, head, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reachable by keyboard.
    <section className={styles.frame} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>{head}</thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
