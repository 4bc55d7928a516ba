import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A page of few words. Inside the frame it is a part of the frame's `main`, alone it is one itself. */
export function PlainPage({ children }: { children: ReactNode }) {
  const framed = useRouterState({
    select: ({ matches }) =>
      matches.some(({ id, status }) => id.includes('/approved/') && status !== 'notFound'),
  });
  const Landmark = framed ? 'div' : 'main';
  return (
    <Landmark className="page" data-narrow="">
      <div className="sheet stack">{children}</div>
    </Landmark>
  );
}
