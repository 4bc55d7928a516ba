import type { ComponentProps, ReactNode } from 'react';
import { FoldingSection } from '../../../../ui/FoldingSection.tsx';
import { Section } from '../../../../ui/Section.tsx';

/** How a section of a form folds on a phone. */
export type Fold = Pick<ComponentProps<typeof FoldingSection>, 'brief' | 'startsOpen' | 'mustShow'>;

type Props = {
  title: string;
  note?: ReactNode;
  /** Absent where it never folds. */
  fold?: Fold | undefined;
  children: ReactNode;
};

/** A section of a form; in the form of a new job it folds on a phone. */
export function FormSection({ title, note, fold, children }: Props) {
  if (!fold) {
    return (
      <Section title={title} note={note}>
        {children}
      </Section>
    );
  }
  return (
    <FoldingSection title={title} {...fold}>
      {note && <p className="soft small">{note}</p>}
      {children}
    </FoldingSection>
  );
}
