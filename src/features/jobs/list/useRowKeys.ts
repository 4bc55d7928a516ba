import { type RefObject, useEffect } from 'react';
import { withRowParts } from './loadRowParts.ts';

/** The arrow keys go from row to row. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    return element ? withRowParts(({ moveByKeys }) => moveByKeys(element)) : undefined;
  }, [list]);
}
