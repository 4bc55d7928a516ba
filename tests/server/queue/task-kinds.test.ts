import * as v from 'valibot';
import { expect, test } from 'vitest';
import { savePayload } from '../../../server/data/leasedTasks.ts';
import { type NoticeItem, type Payload, type TaskKind, taskKinds } from '../../../server/data/taskKinds.ts';
import { enqueue, leaseTask, type NewTask } from '../../../server/data/tasks.ts';
import { newDatabase } from '../../support/database/databases.ts';
import { onOneDatabase } from '../../support/server/server.ts';

/** What may stand nowhere in the queue. */
const contents = [
  'ada@ev.test',
  'Ada Lovelace',
  'Ada',
  'On hold',
  'plan.pdf',
  '+14155550177',
  'https://x.test/?t=1',
];
/** Names and numbers look like ids to a pattern: these are refused by having no field for them. */
const refusedByForm = contents.filter((text) => text !== 'Ada');

type Node = v.GenericSchema & {
  entries?: Record<string, Node>;
  options?: readonly (Node | string)[];
  item?: Node;
  wrapped?: Node;
};

/** Returns the innermost schemas of a schema. */
function leavesOf(schema: Node): Node[] {
  const { entries, options = [], item, wrapped } = schema;
  const inner = [
    ...Object.values(entries ?? {}),
    ...options.filter((option) => typeof option !== 'string'),
    ...[item, wrapped].filter((one) => one !== undefined),
  ];
  return inner.length > 0 ? inner.flatMap(leavesOf) : [schema];
}

const kinds = Object.keys(taskKinds) as TaskKind[];

test.each(kinds)(
  'the payload and items of %s consist of ids, kinds and times, in objects without further fields',
  (kind) => {
    const { payload, item } = taskKinds[kind] as unknown as { payload: Node; item: Node };
    for (const leaf of [payload, item].flatMap(leavesOf)) {
      expect(['string', 'number', 'literal', 'picklist', 'never', 'strict_object']).toContain(leaf.type);
      // An object without fields.
      if (leaf.type === 'strict_object') expect(v.is(leaf, { any: 1 })).toBe(false);
      expect(refusedByForm.filter((text) => v.is(leaf, text))).toEqual([]);
    }
    expect(JSON.stringify([payload, item].map(typesIn))).not.toMatch(
      /"(object|loose_object|record|any|unknown)"/,
    );
  },
);

function typesIn(schema: Node): unknown {
  const { type, entries, options = [], item, wrapped } = schema;
  const inner = [...Object.values(entries ?? {}), ...options, item, wrapped];
  return [type, ...inner.flatMap((one) => (typeof one === 'object' ? [typesIn(one)] : []))];
}

const examples: { [Kind in TaskKind]: Payload<Kind>[] } = {
  comparison: [{ jobId: 'j-1' }],
  push: [{ jobId: 'j-1' }, { testId: 't_1' }],
  email: [
    { kind: 'notice', jobId: 'j-1' },
    { kind: 'notices' },
    { kind: 'digest' },
    { kind: 'invitation', invitationId: 'i1' },
    { kind: 'approval' },
    { kind: 'decline' },
    { kind: 'revocation' },
    { kind: 'unposted', reportId: 'r1' },
  ],
  preview: [{ key: 'a1' }, { key: 'a1', storedKey: 'b2' }],
  'account-deletion': [{ pseudonym: 'former-0123456789abcdef@erased.invalid' }],
  schedule: [{}],
};
const item: NoticeItem = {
  kind: 'STATUS',
  communicationId: null,
  noteId: null,
  changes: [7],
  deliverable: null,
  created: 1,
};

onOneDatabase('the queue', (_start, database) => {
  const cases = kinds.flatMap((kind) => examples[kind].map((payload) => [kind, payload] as const));

  test.each(cases)('takes %s with %j, and nothing beside it', async (kind, payload) => {
    const { db, end } = await newDatabase(database);
    const add = (changed: object) => enqueue(db, [{ kind, payload, runAfter: 1, ...changed } as NewTask], 1);
    for (const content of contents) {
      const place = /^A task of the kind [a-z-]+ would store more than ids: [\w.]+$/;
      await expect(add({ payload: { ...payload, subject: content } })).rejects.toThrow(place);
      await expect(add({ items: [{ ...item, actor: content }] })).rejects.toThrow(place);
    }
    for (const field of Object.keys(payload)) {
      const spoilt = { payload: { ...payload, [field]: 'ada@ev.test' } };
      await expect(add(spoilt)).rejects.toThrow(/would store more than ids/);
    }
    expect(await db.query('select 1 from tasks')).toEqual([]);
    await add({});
    expect(await db.query('select payload from tasks')).toEqual([{ payload }]);
    await end();
  });

  test('stores no change of a status with a notice, and no text with a saved payload', async () => {
    const { db, end } = await newDatabase(database);
    const push = { kind: 'push', payload: { jobId: 'j' }, runAfter: 1 } as const;
    const told = { ...item, changes: [{ field: 'status', from: 'In progress', to: 'On hold' }] };
    await expect(enqueue(db, [{ ...push, items: [told as never] }], 1)).rejects.toThrow('0.changes.0');
    await enqueue(db, [{ ...push, items: [item] }], 1);
    const task = await leaseTask(db, { kind: 'push', pool: '', now: 1, leaseSeconds: 60 });
    if (task?.kind !== 'push') throw new Error('There is no push.');
    expect(task.items).toEqual([item]);
    await expect(savePayload(db, task, { jobId: 'On hold' })).rejects.toThrow('jobId');
    expect(await db.query('select payload from tasks')).toEqual([{ payload: { jobId: 'j' } }]);
    await end();
  });
});
