import { createContext, type ReactNode, use } from 'react';

/** Whether a page stands inside the frame, whose `main` it then is a part of. */
export const InFrame = createContext(false);

/** A page of few words. Inside the frame it is a part of the frame's `main`, alone it is one itself. */
export function PlainPage({ children }: { children: ReactNode }) {
  const Landmark = use(InFrame) ? 'div' : 'main';
  return (
    <Landmark className="page" data-narrow="">
      <div className="sheet stack">{children}</div>
    </Landmark>
  );
}
