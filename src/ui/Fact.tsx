import type { ReactNode } from 'react';

type Props = { name: string; isName?: true; wide?: true; children: ReactNode };

/**
 * One entry of a `<dl className="facts">`.
 *
 * @param isName whether browsers must not translate it
 * @param wide whether it takes a whole row, as an email address does, which would break inside a word
 */
export function Fact({ name, isName, wide, children }: Props) {
  return (
    <div data-wide={wide}>
      <dt>{name}</dt>
      <dd translate={isName && 'no'}>{children}</dd>
    </div>
  );
}
