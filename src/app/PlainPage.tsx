import { type ReactNode, use } from 'react';
import { InFrame } from './inFrame.ts';

/** A page of few words. Inside the frame it is a part of the frame's `main`, alone it is one itself. */
export function PlainPage({ children }: { children: ReactNode }) {
  const Landmark = use(InFrame) ? 'div' : 'main';
  return (
    <Landmark className="page" data-narrow="">
      <div className="sheet stack">{children}</div>
    </Landmark>
  );
}
