import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream, type ReadStream, soon } from '../../support/server/eventStream.ts';
import { messageOf, newJob } from '../../support/server/jobs.ts';
import type { PersonName } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

onOneDatabase('the key of a write', (start) => {
  let server: TestServer;
  let jobId: string;
  const streams = new Map<PersonName, ReadStream>();
  beforeAll(async () => {
    server = await start();
    ({ jobId } = await newJob(server));
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    for (const as of ['client', 'employee', 'admin'] as const)
      streams.set(as, await openStream(origin, server.token(as)));
  });
  afterAll(() => {
    for (const stream of streams.values()) stream.cut();
  });

  /** Returns the keys that somebody reads, by the text: in the conversation and in live events. */
  async function keysRead(as: PersonName, content: string) {
    const { answer } = await server.call('conversation', { as, params: { jobId } });
    const heard = () =>
      (streams.get(as)?.events() ?? []).flatMap((event) =>
        event.kind === 'message' && event.message.content === content ? [event.message] : [],
      );
    await expect.poll(heard, soon).toHaveLength(1);
    return [...answer.filter((message) => message.content === content), ...heard()].map(
      ({ idempotencyKey }) => idempotencyKey,
    );
  }

  test('an author reads the key of their own message or note, and nobody else does', async () => {
    for (const as of ['client', 'employee'] as const) {
      const body = messageOf(jobId, as, `from ${as}`);
      const key = `key of ${as}`;
      for (const _ of ['first', 'repeat']) {
        const { answer } = await server.call('updateJob', { as, body, key });
        expect(answer.communication?.idempotencyKey).toBe(key);
      }
      for (const reader of ['client', 'employee', 'admin'] as const) {
        const expected = reader === as ? key : undefined;
        expect(await keysRead(reader, `from ${as}`), `${reader} of ${as}`).toEqual([expected, expected]);
      }
    }
    const note = { jobId, note: 'a note' };
    const added = await server.call('addStaffNote', { as: 'employee', body: note, key: 'key of a note' });
    expect(added.answer.idempotencyKey).toBe('key of a note');
    for (const reader of ['employee', 'admin'] as const) {
      const { answer } = await server.call('staffNotes', { as: reader, params: { jobId } });
      const expected = reader === 'employee' ? 'key of a note' : undefined;
      expect(answer.items.map(({ idempotencyKey }) => idempotencyKey)).toEqual([expected]);
    }
  });
});
