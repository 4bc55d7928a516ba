import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

/** The contract's deepest body has five levels; what walks deeper ones needs a stack as deep. */
const mostLevels = 20;
/** In a body that no call of the contract takes. */
const otherValues = 50;
/** Names that mean something to the language itself. */
const poisonous = ['__proto__', 'constructor', 'prototype'];

/**
 * Returns a value out of JSON as it is: what walks it after this needs no fear of its size, its depth or the names in it.
 *
 * @throws Refusal `invalid`
 */
export function harmless(value: unknown, mostValues: number): unknown {
  let level = [value];
  let values = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) throw new Refusal('invalid');
    const parts = level.filter((part) => typeof part === 'object' && part !== null) as object[];
    if (parts.some((part) => poisonous.some((name) => Object.hasOwn(part, name))))
      throw new Refusal('invalid');
    values += parts.reduce((sum, part) => sum + Object.keys(part).length, 0);
    if (values > mostValues) throw tooManyValues(mostValues);
    level = parts.flatMap((part) => Object.values(part));
  }
  return value;
}

function tooManyValues(most: number): Refusal {
  return new Refusal('invalid', { message: `The request has more than ${most} values.` });
}

/**
 * JSON that somebody sent.
 *
 * @throws Refusal `invalid` for what is none, is nested out of all measure, has too many values or names like `__proto__`
 */
export function parsedJson(text: string, mostValues: number): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Refusal('invalid');
  }
  return harmless(value, mostValues);
}

/** Bodies of calls, in the place of the framework's own parser. */
export function takeJson(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async ({ routeOptions }: FastifyRequest, text: string) =>
      parsedJson(text, routeOptions.config.cost?.values ?? otherValues),
  );
}
