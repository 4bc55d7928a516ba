import { useEffect, useRef } from 'react';
import { layForm } from '../open/form/layForm.ts';
import type { Plan } from '../open/openPlan.ts';

/** Shows a page that is a form over its sheet, which is white. */
export function PageForm({ plan, page }: { plan: Plan; page: number }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stopping = new AbortController();
    // That the page is a form is said above it.
    plan.read(page, layForm, stopping.signal).then(
      (form) => place.current?.replaceChildren(form),
      () => undefined,
    );
    return () => stopping.abort();
  }, [plan, page]);
  return <div ref={place} data-form="" />;
}
