import type { ComponentType, ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { Button, type ButtonVariant } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './Menu.module.css';

type Props = {
  label: string;
  /** Instead of the label as text, this icon (the label stays its name). */
  icon?: ComponentType<{ 'aria-hidden'?: boolean }>;
  variant?: ButtonVariant;
  /** Buttons and links, one below the other. */
  children: ReactNode;
};

/** A button that opens a short list of things to do, as a native popover: Escape and a click outside close it. */
export function Menu({ label, icon, variant = 'secondary', children }: Props) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  function place(opener: Element) {
    const box = opener.getBoundingClientRect();
    const panel = popover.current;
    if (!panel) return;
    const below = box.bottom + panel.offsetHeight + 8 < window.innerHeight;
    panel.style.top = below ? `${box.bottom + 4}px` : `${Math.max(8, box.top - panel.offsetHeight - 4)}px`;
    panel.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - panel.offsetWidth - 8))}px`;
  }

  const opener = {
    popoverTarget: id,
    variant,
    'aria-expanded': open,
    'aria-haspopup': true,
  } as const;
  return (
    <>
      {icon ? <IconButton {...opener} icon={icon} label={label} /> : <Button {...opener}>{label}</Button>}
      {/* biome-ignore lint/a11y: a choice made inside closes the list; each item is a button or link of its own. */}
      <div
        id={id}
        ref={popover}
        popover="auto"
        className={styles.menu}
        aria-label={label}
        role="group"
        onToggle={(event) => {
          const opened = event.newState === 'open';
          setOpen(opened);
          const button = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
          if (opened && button) place(button);
        }}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a, button'))
            popover.current?.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}
