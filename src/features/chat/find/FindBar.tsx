import { ChevronDown, ChevronUp, X } from 'lucide';
import { useEffect, useRef } from 'react';
import { excerptOf } from '../../../contract/words.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { isComposing } from '../../../ui/form/isComposing.ts';
import styles from './FindBar.module.css';
import type { Find } from './useFind.ts';

type Props = {
  find: Find;
  /** Only the newest messages are loaded. */
  isPart: boolean;
};

/** The field to find a text in the chat, the number of matches, and buttons to go from one to the next. */
export function FindBar({ find, isPart }: Props) {
  const { typed, sought, matches, at, current, move } = find;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const none = matches.length === 0;
  return (
    <search className={styles.bar}>
      <input
        ref={input}
        type="search"
        aria-label="Find in chat"
        placeholder="Find in chat"
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={(event) => find.change(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Escape') {
            event.preventDefault();
            find.close();
          } else if (event.key === 'Enter' && !none) move(event.shiftKey ? -1 : 1);
        }}
      />
      <output className={styles.count}>
        {sought !== '' && (none ? 'No matches' : `${at + 1} of ${matches.length}`)}
        {current && (
          <span className="visually-hidden">
            : {current.fromUserName}, {excerptOf(current.content, [sought]).slice(0, 100)}
          </span>
        )}
      </output>
      <IconButton icon={ChevronUp} label="Earlier match" disabled={none} onClick={() => move(1)} />
      <IconButton icon={ChevronDown} label="Later match" disabled={none} onClick={() => move(-1)} />
      <IconButton icon={X} label="Close find" onClick={find.close} />
      {isPart && <p className={styles.note}>Earlier messages aren’t loaded yet.</p>}
    </search>
  );
}
