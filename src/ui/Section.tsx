import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

type Props = {
  title: ReactNode;
  /** A line below the title. */
  note?: ReactNode;
  /** Its children are a sentence, and stand beside the heading. */
  empty?: boolean;
  /** Its children stand closer together. */
  tight?: boolean;
  children: ReactNode;
};

/** A section of a page on a sheet of its own, with a heading that names it. */
export function Section({ title, note, empty = false, tight = false, children }: Props) {
  const id = useId();
  return (
    <section
      className={empty ? `sheet ${styles.empty}` : 'sheet stack'}
      data-tight={tight ? '' : undefined}
      aria-labelledby={id}
    >
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      {note && <p className="soft small">{note}</p>}
      {children}
    </section>
  );
}
