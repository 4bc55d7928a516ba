import { useEffect, useState } from 'react';
import type * as v from 'valibot';
import { keepValues, readKept } from './keptValues.ts';
import { type Form, useForm } from './useForm.ts';

/**
 * A form whose typed values outlive a reload of the window. Not for passwords.
 *
 * @param key tells the form and its reader (`invite:ada@ev.test`), so that nobody else gets what was typed
 */
export function useKeptForm<S extends v.GenericSchema, V extends v.InferInput<S> & object>(
  schema: S,
  initial: V,
  key: string,
): Form<V, v.InferOutput<S>> {
  const [start] = useState<V>(() => readKept(key, initial) ?? initial);
  const form = useForm(schema, start);
  const { values } = form;
  useEffect(() => keepValues(key, values, initial), [key, values, initial]);
  return form;
}
