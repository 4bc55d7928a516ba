import { useEffect, useState } from 'react';
import type { Plan } from '../open/openPlan.ts';

type Props = {
  plan: Plan;
  page: number;
  /** Passes on what is drawn. */
  onText: (page: number, text: string) => void;
};

/** Gives screen readers the words on the page: a drawing has none. */
export function PageWords({ plan, page, onText }: Props) {
  const [text, setText] = useState('');
  useEffect(() => {
    setText('');
    const stopping = new AbortController();
    plan.words(page, stopping.signal).then(
      (words) => {
        setText(words);
        onText(page, words);
      },
      () => undefined,
    );
    return () => stopping.abort();
  }, [plan, page, onText]);
  return (
    <section className="visually-hidden" translate="no" aria-label={`Text of page ${page}`}>
      {text}
    </section>
  );
}
