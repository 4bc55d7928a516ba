import type { IconNode } from 'lucide';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { isComposing } from '../form/isComposing.ts';
import { Icon } from '../Icon.tsx';
import styles from './CommandDialog.module.css';
import { Dialog } from './Dialog.tsx';

/** Something to choose. */
export type Command = {
  name: string;
  run: () => void;
  /** A line below its name. */
  note?: string | undefined;
  /** The keys that do the same. */
  keys?: readonly string[] | undefined;
  icon?: IconNode | undefined;
  /** Whether it is what is chosen now. */
  isOn?: boolean;
  /** Whether it asks for more in the same place. */
  staysOpen?: boolean;
};

/** Returns the commands that have each typed word; those whose name begins so come first. */
function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const isFirst = ({ name }: Command) => name.toLowerCase().startsWith(words[0] ?? '');
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))];
}

function controlsIn(element: Element | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>('input, button') ?? [])];
}

type Props = {
  title: string;
  commands: readonly Command[];
  /** The label of the field that narrows them; without it there is none. */
  field?: string;
  /** Said below them. */
  note?: ReactNode;
  onClose: () => void;
};

/** A dialog of choices, each done by one press: arrow keys move, typing narrows, Enter takes the first. */
export function CommandDialog({ title, commands, field, note, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const content = useRef<HTMLFieldSetElement>(null);
  const shown = matching(commands, typed);

  // Right after the dialog has opened, which puts the focus on its first button: a key pressed at once would close it. A finger opens
  // no keyboard over the choices.
  useLayoutEffect(() => {
    const isFinger = window.matchMedia('(pointer: coarse)').matches;
    const [first, second] = controlsIn(content.current);
    (isFinger && first?.localName === 'input' ? second : first)?.focus();
  }, []);

  function choose({ run, staysOpen }: Command) {
    // Before, so that the focus is where it came from when the next thing takes it.
    if (!staysOpen) onClose();
    run();
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      <fieldset
        ref={content}
        className={styles.commands}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          const all = controlsIn(content.current);
          if (!step) return;
          event.preventDefault();
          all.at((all.indexOf(event.target as HTMLElement) + step) % all.length)?.focus();
        }}
      >
        <legend className="visually-hidden">{title}</legend>
        {field && (
          <input
            type="text"
            className={styles.field}
            aria-label={field}
            placeholder={field}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !isComposing(event) && shown[0]) {
                event.preventDefault();
                choose(shown[0]);
              }
            }}
          />
        )}
        <ul className={styles.list}>
          {shown.map((command) => (
            <li key={command.name}>
              <button type="button" aria-pressed={command.isOn} onClick={() => choose(command)}>
                {command.icon && <Icon of={command.icon} />}
                <span className={styles.name}>
                  {command.name}
                  {command.note && <span className={styles.note}>{command.note}</span>}
                </span>
                {command.keys && (
                  <span aria-hidden="true">
                    {command.keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
        {shown.length === 0 && (
          <p className="soft" role="status">
            Nothing matches.
          </p>
        )}
        {note}
      </fieldset>
    </Dialog>
  );
}
