import type { Query } from '@tanstack/react-query';
import { isShort, queryClient } from '../api/queries.ts';

/** Reads again what is old: at once where it is on screen, when it is opened where it is not. */
export function catchUp(isOld: (query: Query) => boolean): void {
  void queryClient.invalidateQueries({ refetchType: 'none', predicate: isOld });
  const onScreen = { type: 'active', predicate: (query: Query) => isOld(query) && isShort(query) } as const;
  // A reading that began before is begun anew: its request may have died without a word.
  void queryClient.refetchQueries(onScreen);
}
