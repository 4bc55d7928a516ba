import { X } from 'lucide';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../Button.tsx';
import { isComposing } from '../form/isComposing.ts';
import { isTyped } from '../form/isTyped.ts';
import styles from './Dialog.module.css';
import { useBackCloses } from './useBackCloses.ts';

type Props = {
  open: boolean;
  /** Escape, the back gesture, a click outside and the close button all end here. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons along the lower edge. */
  actions?: ReactNode;
};

/**
 * A modal dialog, in whose texts Ctrl+Enter or ⌘+Enter submits: native, so focus stays in it and returns to where it came from. On a phone
 * it is a sheet.
 */
export function Dialog({ open, onClose, title, children, actions }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isPressed = useRef(false);
  useBackCloses(open, () => dialog.current?.close());
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open) return;
    element?.showModal();
    // Also before it is removed: the focus would go nowhere.
    return () => element?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={() => {
        // StrictMode closes it once and opens it again.
        if (!dialog.current?.open) onClose();
      }}
      onKeyDown={(event) => {
        const { target, ctrlKey, metaKey } = event;
        if (event.key !== 'Enter' || !(ctrlKey || metaKey) || isComposing(event)) return;
        if (event.defaultPrevented || !(target instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        target.form?.requestSubmit();
      }}
      onPointerDown={(event) => {
        isPressed.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // A text that is selected to beyond the edge ends in a click there too.
        if (isPressed.current && event.target === event.currentTarget && !isTyped()) dialog.current?.close();
      }}
    >
      {open && (
        <div className={styles.sheet}>
          <div className={styles.header}>
            <h2 id={id}>{title}</h2>
            <IconButton icon={X} label="Close dialog" onClick={() => dialog.current?.close()} />
          </div>
          <div className={styles.content}>{children}</div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </div>
      )}
    </dialog>
  );
}
