import type { ReactNode } from 'react';

/**
 * One entry of a `<dl className="facts">`.
 *
 * @param isName whether browsers must not translate it
 */
export function Fact({ name, isName, children }: { name: string; isName?: true; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd translate={isName && 'no'}>{children}</dd>
    </div>
  );
}
