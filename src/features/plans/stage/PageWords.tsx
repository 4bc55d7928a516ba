import { useEffect, useState } from 'react';
import type { Plan } from '../open/openPlan.ts';

/** Gives screen readers the words on the page: a drawing has none. */
export function PageWords({ plan, page }: { plan: Plan; page: number }) {
  const [text, setText] = useState('');
  useEffect(() => {
    setText('');
    const stopping = new AbortController();
    plan.words(page, stopping.signal).then(setText, () => undefined);
    return () => stopping.abort();
  }, [plan, page]);
  return (
    <section className="visually-hidden" translate="no" aria-label={`Text of page ${page}`}>
      {text}
    </section>
  );
}
