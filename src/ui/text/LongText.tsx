import { type ReactNode, useId, useState } from 'react';
import { Button } from '../Button.tsx';
import styles from './LongText.module.css';

const longCharacters = 900;
const longLines = 14;

function isLong(text: string): boolean {
  return text.length > longCharacters || text.split('\n', longLines + 1).length > longLines;
}

type Props = {
  text: string;
  /** What it is, for screen readers that read the button alone. */
  of: string;
  /** The rendered text. */
  children: ReactNode;
};

/** Shows the beginning of a long text, and the rest on request. Prints all of it. */
export function LongText({ text, of, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (!isLong(text)) return children;
  return (
    <>
      <div id={id} className={styles.text} data-cut={open ? undefined : ''}>
        {children}
      </div>
      <Button variant="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : 'Show more'}
        <span className="visually-hidden"> of {of}</span>
      </Button>
    </>
  );
}
