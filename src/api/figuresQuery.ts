import { queryOptions } from '@tanstack/react-query';
import { Figures } from '../contract/jobs/figures.ts';
import type { FiguresRequest } from '../contract/jobs/figuresRequest.ts';
import { checked } from './checked.ts';
import { call } from './client.ts';
import { readOptions } from './requestDates.ts';

/** The figures of a period (staff). They are not read again for five minutes. */
export function figuresQuery(request: FiguresRequest) {
  return queryOptions({
    queryKey: ['figures', request],
    queryFn: async (query) =>
      checked(Figures, await call('figures', { body: request, ...readOptions(query) })),
    staleTime: 5 * 60_000,
  });
}
