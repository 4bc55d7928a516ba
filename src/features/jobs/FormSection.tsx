import { type ReactNode, useId } from 'react';
import styles from './FormSection.module.css';

type Props = {
  title: string;
  note?: ReactNode;
  /** Its children are a sentence, and stand beside the heading. */
  empty?: boolean;
  children: ReactNode;
};

/** A section with a heading, of a long form or of a job's page. */
export function FormSection({ title, note, empty = false, children }: Props) {
  const id = useId();
  return (
    <section className={empty ? `sheet ${styles.empty}` : 'sheet stack'} aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      {note && <p className="soft small">{note}</p>}
      {children}
    </section>
  );
}
