import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors/errors.ts';

/** The contract's deepest body has five levels. Code that walks a value recursively needs a stack as deep as the value. */
const mostLevels = 20;
/** Limit for a body that no call of the contract reads. */
const otherValues = 50;
/** Property names with a meaning in JavaScript. */
const poisonous = ['__proto__', 'constructor', 'prototype'];

/**
 * Returns a parsed JSON value after checking its size, depth and property names, so that code that walks it is safe.
 *
 * @throws Refusal `invalid`
 */
export function safeJson(value: unknown, mostValues: number): unknown {
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
 * Parses JSON from a request.
 *
 * @throws Refusal `invalid` for malformed JSON, excessive nesting, too many values, or names like `__proto__`
 */
export function parseSafeJson(text: string, mostValues: number): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Refusal('invalid');
  }
  return safeJson(value, mostValues);
}

/** Replaces the framework's JSON parser. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async ({ routeOptions }: FastifyRequest, text: string) =>
      parseSafeJson(text, routeOptions.config.cost?.values ?? otherValues),
  );
}
