import * as v from 'valibot';
import { type CallName, calls, type RequestOf, type ResponseOf } from '../../../src/contract/calls.ts';

/** Makes a call of a running product with a real token and checks the response against the contract. */
export async function liveCall<N extends CallName>(
  origin: string,
  token: string,
  name: N,
  { params = {}, body }: { params?: Record<string, string>; body?: RequestOf<N> } = {},
): Promise<ResponseOf<N>> {
  const { method, path, response: schema } = calls[name];
  const url = `${origin}/api${path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))}`;
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`);
  return v.parse(schema as unknown as v.GenericSchema<unknown, ResponseOf<N>>, JSON.parse(text).body);
}
