import { X } from 'lucide';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import { useOneStop } from '../../../ui/useOneStop.ts';
import styles from './PlanPanel.module.css';

/** A part of the panel: what the document has of one kind. */
export type PanelPart = {
  name: 'Pages' | 'Contents' | 'Remarks' | 'Signatures' | 'Layers' | 'Files' | 'Matches' | 'Sheets';
  count?: number;
  view: ReactNode;
};

type Props = {
  /** At least one. */
  parts: readonly PanelPart[];
  shown: PanelPart;
  onShow: (name: PanelPart['name']) => void;
  onClose: () => void;
};

/** Shows one part of what the document has beside its pages: in a column on a desk, below the page on a phone. */
export function PlanPanel({ parts, shown, onShow, onClose }: Props) {
  const stop = useOneStop<HTMLElement>('ArrowLeft', 'ArrowRight');

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }
  const hasChoice = parts.length > 1 || shown.name !== 'Pages';
  return (
    <section
      className={styles.panel}
      aria-label={shown.name}
      data-wide={hasChoice || undefined}
      onKeyDown={onKeyDown}
    >
      {hasChoice && (
        <div className={styles.head}>
          <nav {...stop} className={styles.names} aria-label="Panel">
            {parts.map(({ name, count }) => (
              <button
                key={name}
                type="button"
                className={styles.name}
                aria-current={name === shown.name || undefined}
                onClick={() => onShow(name)}
              >
                {name}
                {count !== undefined && <span className={styles.count}> {count}</span>}
              </button>
            ))}
          </nav>
          <IconButton icon={X} label="Close panel" onClick={onClose} />
        </div>
      )}
      {shown.view}
    </section>
  );
}

/** Holds which part is shown, and whether any is. @param opens the part, if any, that is open until the user decides */
export function usePanel(parts: readonly (PanelPart | false)[], opens: PanelPart['name'] | undefined) {
  const [wanted, setWanted] = useState<PanelPart['name']>();
  const [isWanted, setOpen] = useState<boolean>();
  const had = parts.filter((part) => part !== false);
  const shown = had.find(({ name }) => name === (wanted ?? opens)) ?? had[0];
  return {
    parts: had,
    shown: (isWanted ?? opens !== undefined) ? shown : undefined,
    setOpen,
    show(name: PanelPart['name']) {
      setWanted(name);
      setOpen(true);
    },
  };
}
