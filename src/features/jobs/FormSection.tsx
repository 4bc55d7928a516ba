import { type ReactNode, useId } from 'react';

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
    <section className="sheet stack" data-empty={empty || undefined} aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      {note && <p className="soft small">{note}</p>}
      {children}
    </section>
  );
}
