import { ChevronDown } from 'lucide';
import { type ReactNode, useId, useState } from 'react';
import styles from './FoldingSection.module.css';
import { Icon } from './Icon.tsx';
import { useIsWide } from './useIsWide.ts';

type Props = {
  title: string;
  /** What is in it, in a line, while it is folded. */
  brief?: ReactNode;
  /** Whether it is open at first. */
  startsOpen?: boolean;
  /** Opens it, and keeps it open: something in it needs the user. */
  mustShow?: boolean;
  children: ReactNode;
};

/** A section that folds on a phone and is a plain one at a desk. What it holds stays, with what is typed in it, while it is folded. */
export function FoldingSection({ title, brief, startsOpen = false, mustShow = false, children }: Props) {
  const isWide = useIsWide();
  const id = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  if (mustShow && !isOpen) setOpen(true);
  const isShown = isWide || isOpen;
  const isFixed = isWide || mustShow;
  return (
    <section
      className={`sheet stack ${styles.folding}`}
      aria-labelledby={id}
      data-folded={isShown ? undefined : ''}
    >
      <h2 className={`section-title ${styles.title}`} id={id}>
        {isFixed ? (
          title
        ) : (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {title}
            <Icon of={ChevronDown} />
          </button>
        )}
      </h2>
      {!isShown && brief && <p className="soft small">{brief}</p>}
      <div className="stack" hidden={!isShown}>
        {children}
      </div>
    </section>
  );
}
