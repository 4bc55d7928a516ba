import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { counted } from '../../format/counted.ts';
import { isComposing } from './isComposing.ts';
import styles from './OptionList.module.css';

type Choice<T> = {
  choose: (option: T) => void;
  close: () => void;
  /** Whether none is chosen by Enter before an arrow key was pressed. */
  isOnlyOffered?: boolean;
};

/**
 * The options of a field that keeps the focus, after the ARIA pattern of a combobox: arrow keys move in them, Enter and Tab choose, Escape
 * closes them. They are shown by `OptionList`, while there are any.
 *
 * @returns `control` for the field; `onKeyDown` says whether the key was for the options; `restart` once other words are typed
 */
export function useOptions<T>(options: readonly T[], { choose, close, isOnlyOffered = false }: Choice<T>) {
  const id = useId();
  /** The number of the option; null before an arrow key was pressed. */
  const [moved, setMoved] = useState<number | null>(null);
  const active = moved ?? (isOnlyOffered ? -1 : 0);
  const isOpen = options.length > 0;
  const chosen = options[active];

  function onKeyDown(event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey, shiftKey } = event;
    if (!isOpen || ctrlKey || metaKey || isComposing(event)) return false;
    if (key === 'ArrowDown') setMoved((active + 1) % options.length);
    else if (key === 'ArrowUp') setMoved((Math.max(active, 0) + options.length - 1) % options.length);
    else if ((key === 'Enter' || key === 'Tab') && !shiftKey && chosen) choose(chosen);
    else if (key === 'Escape') close();
    else return false;
    event.preventDefault();
    return true;
  }
  const control = {
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen && chosen ? `${id}-${active}` : undefined,
  } as const;
  return { control, onKeyDown, restart: () => setMoved(null), list: { id, active, options, choose } };
}

type Props<T> = {
  /** Of `useOptions`. */
  list: { id: string; active: number; options: readonly T[]; choose: (option: T) => void };
  label: string;
  className?: string | undefined;
  keyOf: (option: T) => string;
  children: (option: T) => ReactNode;
};

export function OptionList<T>({ list, label, className = '', keyOf, children }: Props<T>) {
  const { id, active, options, choose } = list;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <>
      {options.length > 0 && (
        <div
          ref={box}
          id={id}
          className={`${styles.options} ${className}`}
          role="listbox"
          tabIndex={-1}
          aria-label={label}
        >
          {options.map((one, n) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            <div
              key={keyOf(one)}
              id={`${id}-${n}`}
              role="option"
              tabIndex={-1}
              aria-selected={n === active}
              className={styles.option}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              {children(one)}
            </div>
          ))}
        </div>
      )}
      <output className="visually-hidden">
        {options.length > 0 &&
          `${counted(options.length, 'match', 'matches')}. Use the arrow keys and press Enter.`}
      </output>
    </>
  );
}
