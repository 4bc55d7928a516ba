import type * as v from 'valibot';
import { calls } from '../../../src/contract/calls.ts';
import { DueRules } from '../../../src/contract/due/dueRules.ts';
import { TrustedIssuer } from '../../../src/contract/issuers.ts';
import { Figures } from '../../../src/contract/jobs/figures.ts';
import { LiveEvent } from '../../../src/contract/live.ts';
import { FirmKeys, FirmSeals } from '../../../src/contract/proof/proof.ts';
import { AuditEntry } from '../../../src/contract/users/auditEntry.ts';
import { SentInvitation } from '../../../src/contract/users/invitation.ts';
import { PushPayload } from '../../../src/contract/users/notifications.ts';

/** Everything that a server sends and an app reads by the contract, by name. */
export const readSchemas: Readonly<Record<string, v.GenericSchema>> = {
  ...Object.fromEntries(
    Object.entries(calls).flatMap(([name, { response }]) =>
      typeof response === 'string' ? [] : [[name, response]],
    ),
  ),
  Figures,
  SentInvitation,
  AuditEntry,
  FirmKeys,
  FirmSeals,
  TrustedIssuer,
  LiveEvent,
  PushPayload,
};
/** Read too, but by a form's rules, which no made-up value fits. */
export const ownSamples = [
  {
    schema: DueRules,
    sample: {
      timeZone: 'America/Denver',
      weekdays: [1, 2],
      cutOffHour: 24,
      holidays: { country: 'US' },
      shownToClients: false,
      rules: [{ service: 'EE', jobPriority: null, deliveryPriority: 'OVERNIGHT', days: 3 }],
    },
  },
];

type Made = { type: string } & Record<string, unknown>;

/** Returns the alternatives of a schema, of which each value has one. */
function alternatives(schema: Made): readonly unknown[] {
  if (schema.type === 'picklist') return schema.options as unknown[];
  return schema.type === 'variant' || schema.type === 'union' ? (schema.options as unknown[]) : [];
}

const optionalTypes = new Set(['optional', 'exact_optional', 'nullish']);

/**
 * Makes a value that fits a schema: with one entry in each list, and without what may be missing in two turns of three.
 *
 * @param turn which of the alternatives it has where there are some
 */
function least(schema: unknown, turn: number): unknown {
  const made = schema as Made;
  const all = alternatives(made);
  switch (made.type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return Object.fromEntries(
        Object.entries(made.entries as Record<string, Made>).flatMap(([name, entry]) =>
          optionalTypes.has(entry.type) && turn % 3 < 2 ? [] : [[name, least(entry, turn)]],
        ),
      );
    case 'array':
      return [least(made.item, turn)];
    case 'record':
      return { [String(least(made.key, turn))]: least(made.value, turn) };
    case 'optional':
    case 'exact_optional':
      return least(made.wrapped, turn);
    case 'nullable':
    case 'nullish':
      return turn % 2 === 0 ? least(made.wrapped, turn) : null;
    case 'literal':
      return made.literal;
    case 'picklist':
      return all[turn % all.length];
    case 'variant':
    case 'union':
      return least(all[turn % all.length], turn);
    case 'string':
      return 'text';
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'unknown':
    case 'custom':
      return {};
    default:
      throw new Error(`No sample is made of ${made.type}.`);
  }
}

/** More than there are values in the longest enumeration. */
const turns = 18;

/** A body, and the responses that have it. */
export type Sample = { of: string[]; body: unknown };

/** Makes bodies of every response: each value of an enumeration is in one of them, and each field is left out where it may be. */
export function samplesNow(): Sample[] {
  const names = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(readSchemas)) {
    for (const text of new Set(
      Array.from({ length: turns }, (_, turn) => JSON.stringify(least(schema, turn))),
    )) {
      names.set(text, [...(names.get(text) ?? []), name]);
    }
  }
  return [...names].map(([text, of]) => ({ of, body: JSON.parse(text) as unknown }));
}
