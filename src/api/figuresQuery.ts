import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { Figures } from '../contract/jobs/figures.ts';
import type { FiguresRequest } from '../contract/jobs/figuresRequest.ts';
import { foreignError } from './ApiError.ts';
import { call } from './client.ts';
import { readOptions } from './requestDates.ts';

const successStatus = 200;

/** Throws unless the response has the form of figures, which `call` does not check. */
function checked(response: unknown): Figures {
  if (!v.is(Figures, response)) throw foreignError(successStatus);
  return response;
}

/** The figures of a period (staff). They are not read again for five minutes. */
export function figuresQuery(request: FiguresRequest) {
  return queryOptions({
    queryKey: ['figures', request],
    queryFn: async (query) => checked(await call('figures', { body: request, ...readOptions(query) })),
    staleTime: 5 * 60_000,
  });
}
