import type { FastifyInstance } from 'fastify';
import { Refusal } from './errors.ts';

/** The contract's deepest body has five levels; what walks deeper ones needs a stack as deep. */
const mostLevels = 20;
/** Names that mean something to the language itself. */
const poisonous = ['__proto__', 'constructor', 'prototype'];

/**
 * A value out of JSON as it is: what walks it after this needs no fear of its depth or of the names in it.
 *
 * @throws Refusal `invalid`
 */
export function harmless(value: unknown): unknown {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) throw new Refusal('invalid');
    const parts = level.filter((part) => typeof part === 'object' && part !== null) as object[];
    if (parts.some((part) => poisonous.some((name) => Object.hasOwn(part, name))))
      throw new Refusal('invalid');
    level = parts.flatMap((part) => Object.values(part));
  }
  return value;
}

/**
 * JSON that somebody sent.
 *
 * @throws Refusal `invalid` for what is none, is nested out of all measure, or has names like `__proto__`
 */
export function parsedJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Refusal('invalid');
  }
  return harmless(value);
}

/** Bodies of calls, in the place of the framework's own parser. */
export function takeJson(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => parsedJson(text),
  );
}
