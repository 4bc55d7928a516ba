import { useEffect, useState } from 'react';
import type { Plan } from '../open/openPlan.ts';
import { wordsBesideText } from '../page/values.ts';

/** Gives screen readers the words on the page: a drawing has none. */
export function PageWords({ plan, page }: { plan: Plan; page: number }) {
  const [text, setText] = useState('');
  useEffect(() => {
    setText('');
    const stopping = new AbortController();
    const { signal } = stopping;
    Promise.all([plan.words(page, signal), plan.read(page, wordsBesideText, signal)]).then(
      ([drawn, others]) => setText([drawn, ...others.map((one) => one.text)].join('\n')),
      () => undefined,
    );
    return () => stopping.abort();
  }, [plan, page]);
  return (
    <section className="visually-hidden" translate="no" aria-label={`Text of page ${page}`}>
      {text}
    </section>
  );
}
