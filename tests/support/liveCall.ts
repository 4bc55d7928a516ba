import * as v from 'valibot';
import { type AnswerOf, type CallName, calls, type RequestOf } from '../../src/contract/calls.ts';

/** Makes a call of a running product with a real token; the answer is checked by the contract. */
export async function liveCall<N extends CallName>(
  origin: string,
  token: string,
  name: N,
  { params = {}, body }: { params?: Record<string, string>; body?: RequestOf<N> } = {},
): Promise<AnswerOf<N>> {
  const { method, path, answer } = calls[name];
  const url = `${origin}/api${path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))}`;
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`);
  return v.parse(answer as unknown as v.GenericSchema<unknown, AnswerOf<N>>, JSON.parse(text).body);
}
