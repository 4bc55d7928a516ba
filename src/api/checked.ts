import * as v from 'valibot';
import { foreignError } from './ApiError.ts';

const successStatus = 200;

/**
 * Returns a response that `call` has not checked, because its form is loaded with what reads it.
 *
 * @throws ApiError for one of another form
 */
export function checked<S extends v.GenericSchema>(schema: S, response: unknown): v.InferInput<S> {
  if (!v.is(schema, response)) throw foreignError(successStatus);
  return response;
}
