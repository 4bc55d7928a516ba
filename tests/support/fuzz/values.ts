import fc from 'fast-check';
import { type CallerName, emailOf, type Known } from './world.ts';

type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  /** Of a tuple. */
  prefixItems?: Schema[];
  format?: string;
};

/** Hostile texts. */
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e gnp.exe',
  "' or '1'='1' --",
  '"; drop table jobs; --',
  '%_\\',
  '$1::text[]',
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}',
  '../../../etc/passwd',
  '..%2f..%2f',
  'a\r\nset-cookie: b=c',
  '=cmd|calc!A1',
  'https://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  'x'.repeat(30_000),
  '🏗️'.repeat(3000),
  'e\u0301'.repeat(200),
  '9'.repeat(400),
  '2026-13-45',
] as const;

function nested(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}

const hostileValues: unknown[] = [
  ...hostileTexts,
  null,
  true,
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  1.5,
  [],
  {},
  [null],
  nested(10),
  nested(3000),
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"isAdmin":true}}}'),
  Array.from({ length: 2000 }, (_, index) => index),
];

const hostile = fc.constantFrom(...hostileValues);

/** Returns fitting texts for a field of this name. */
function knownTexts(key: string, caller: CallerName, known: Known, isRisky: boolean): string[] {
  const others = ['client', 'rival', 'bystander', 'pending', 'employee', 'admin'] as const;
  // Calls that change rights or end sessions get only the caller whose rights nothing here depends on.
  const emails = isRisky
    ? [emailOf('bystander'), 'nobody@fuzz.test', 'invited@fuzz.test']
    : [...Array(6).fill(emailOf(caller)), ...others.map(emailOf)];
  const words: Record<string, string[]> = {
    email: emails,
    username: emails,
    userName: emails,
    jobReporter: emails,
    jobUpdateUser: emails,
    'evCommunication.fromUserId': emails,
    'evCommunication.toUserId': ['', ...emails],
    assignedTo: ['', emailOf('employee'), emailOf('admin')],
    assignee: [emailOf('employee')],
    evJobId: known.jobs,
    jobId: known.jobs,
    revisionOf: known.jobs,
    evCommunicationId: known.messages,
    deviceId: known.devices,
    id: known.uploads,
    size: ['thumb', 'page'],
    startAfter: known.cursors,
    cursor: known.cursors,
    streetName: ['12 Fuzz St', '1 Main St'],
    city: ['Denver', 'Boston'],
    state: ['CO', 'MA'],
    zipcode: ['80202', '02110-1234'],
    phoneNumber: ['+13035550100', '(303) 555-0100'],
    endpoint: [
      'http://127.0.0.1:9/fuzz',
      'https://push.example.com/x',
      'http://10.0.0.1/',
      'https://localhost/',
    ],
    content: ['Hello'],
    'evCommunication.content': ['Hello', 'Is it done?'],
    token: ['none'],
    key: known.files.map((file) => file.split('/')[0] ?? ''),
    fileName: known.files.map((file) => file.split('/')[1] ?? ''),
    text: ['denver', 'project', 'a b c'],
    firstName: ['Kim'],
    lastName: ['Stone'],
  };
  return words[key] ?? [];
}

/** Returns values for a schema: mostly fitting ones, sometimes anything else. */
export function fuzzed(
  schema: Schema,
  key: string,
  { caller, known, isRisky }: { caller: CallerName; known: Known; isRisky: boolean },
): fc.Arbitrary<unknown> {
  const about = { caller, known, isRisky };

  function good(): fc.Arbitrary<unknown> {
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((choice) => fuzzed(choice, key, about)));
    if (schema.allOf) {
      return fc
        .tuple(...schema.allOf.map((part) => fuzzed(part, key, about)))
        .map((parts) => Object.assign({}, ...parts.filter((part) => typeof part === 'object')));
    }
    const texts = knownTexts(key, caller, known, isRisky);
    if (schema.type === 'string' && schema.format === 'binary') return fc.constant('not a file');
    if (schema.type === 'string') {
      const some = fc.oneof(
        fc.string({ maxLength: 12, unit: 'grapheme' }),
        fc.constantFrom('Project 7', 'https://example.com/plan', '2026-11-21', 'ABCDEF'),
      );
      return texts.length > 0 ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...texts) }, some) : some;
    }
    if (schema.type === 'number' || schema.type === 'integer')
      return fc.oneof(fc.nat(5), fc.integer(), fc.double());
    if (schema.type === 'boolean') return fc.boolean();
    if (schema.type === 'null') return fc.constant(null);
    if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((part) => fuzzed(part, key, about)));
    if (schema.type === 'array') return fc.array(fuzzed(schema.items || {}, key, about), { maxLength: 3 });
    if (schema.type === 'object' || schema.properties) {
      const properties = Object.entries(schema.properties ?? {});
      const required = schema.required ?? [];
      const entries = properties.map(([name, part]) => [name, fuzzed(part, name, about)] as const);
      return fc.record(Object.fromEntries(entries), {
        requiredKeys: properties.map(([name]) => name).filter((name) => required.includes(name)),
      });
    }
    return fc.jsonValue({ maxDepth: 3 });
  }
  return fc.oneof({ weight: 60, arbitrary: good() }, { weight: 1, arbitrary: hostile });
}
