import type { ComponentProps, ReactNode } from 'react';
import { FoldingSection } from '../../../../ui/FoldingSection.tsx';

/** How a section of a form folds on a phone. */
export type Fold = Pick<ComponentProps<typeof FoldingSection>, 'brief' | 'startsOpen' | 'mustShow'>;

type Props = {
  title: string;
  note?: ReactNode;
  fold: Fold;
  children: ReactNode;
};

/** A section of a form, which folds on a phone. */
export function FormSection({ title, note, fold, children }: Props) {
  return (
    <FoldingSection title={title} {...fold}>
      {note && <p className="soft small">{note}</p>}
      {children}
    </FoldingSection>
  );
}
