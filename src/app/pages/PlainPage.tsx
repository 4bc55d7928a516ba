import { createContext, type ReactNode, use } from 'react';

/** Whether a page is inside the frame, and so inside its `main`. */
export const InFrame = createContext(false);

/** A page of a few sentences. It has a `main` of its own unless it is inside the frame's. */
export function PlainPage({ children }: { children: ReactNode }) {
  const Landmark = use(InFrame) ? 'div' : 'main';
  return (
    <Landmark className="page" data-narrow="">
      <div className="sheet stack">{children}</div>
    </Landmark>
  );
}
