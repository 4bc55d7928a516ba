import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

type Props = {
  /** Of its heading, for links to it. */
  id?: string;
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
export function Section({ id, title, note, empty = false, tight = false, children }: Props) {
  const ownId = useId();
  const titleId = id ?? ownId;
  return (
    <section
      className={empty ? `sheet ${styles.empty}` : 'sheet stack'}
      data-tight={tight ? '' : undefined}
      aria-labelledby={titleId}
    >
      <h2 className="section-title" id={titleId}>
        {title}
      </h2>
      {note && <p className="soft small">{note}</p>}
      {children}
    </section>
  );
}
