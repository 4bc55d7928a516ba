import { describe, expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import type { Service } from '../../../src/contract/enums.ts';
import { exampleTypeMessage } from '../../../src/contract/jobs/checklistForms.ts';
import { maxShots } from '../../../src/contract/limits.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import type { TestFile } from '../../support/server/call.ts';
import { messageOf, newJob } from '../../support/server/jobs.ts';
import type { PersonName } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('a photo checklist', (start) => {
  const server = start.forAll();

  function save(shot: Partial<RequestOf<'saveShot'>>, files?: readonly TestFile[], key?: string) {
    const body = { shotId: 'roof', service: 'PIL', name: 'Roof', hint: '', ...shot } as RequestOf<'saveShot'>;
    return server.call('saveShot', { as: 'admin', body, ...(files && { files }), ...(key && { key }) });
  }
  async function namesOf(service: Service): Promise<string[]> {
    const { answer } = await server.call('checklists', { as: 'client' });
    return answer.filter((shot) => shot.service === service).map(({ name }) => name);
  }
  async function write(
    jobId: string,
    as: PersonName,
    more: Record<string, string>,
    files: readonly TestFile[] = [],
  ) {
    const body = { ...messageOf(jobId, as, 'Photo for: Roof'), ...more } as RequestOf<'updateJob'>;
    return server.call('updateJob', { as, body, files });
  }
  /** Returns the names of the answered shots of a job. */
  async function answered(jobId: string, as: PersonName = 'client') {
    const { attachments } = (await server.call('job', { as, params: { jobId } })).answer;
    return attachments.flatMap(({ shot }) => shot ?? []);
  }

  test('lists its shots in the order in which they were put', async () => {
    for (const name of ['a', 'b', 'c']) await save({ service: 'EE', shotId: name, name });
    expect(await namesOf('EE')).toEqual(['a', 'b', 'c']);
    await save({ service: 'EE', shotId: 'c', name: 'c', after: '' });
    await save({ service: 'EE', shotId: 'a', name: 'a', after: 'b' });
    await save({ service: 'EE', shotId: 'd', name: 'd', after: 'c' });
    expect(await namesOf('EE')).toEqual(['c', 'd', 'b', 'a']);
    // After a shot that is gone, it stands at the end of its list.
    await save({ service: 'EE', shotId: 'e', name: 'e', after: 'gone' });
    expect(await namesOf('EE')).toEqual(['c', 'd', 'b', 'a', 'e']);
  });

  test('keeps the photos of a shot that was renamed, and of one that was removed', async () => {
    await save({ shotId: 'array', name: 'Array' });
    const { jobId } = await newJob(server);
    await write(jobId, 'client', { 'evCommunication.shot': 'array' }, [samples.png]);
    await save({ shotId: 'array', name: 'Array from the south' });
    expect(await answered(jobId)).toEqual([{ shotId: 'array', name: 'Array from the south' }]);
    await save({ shotId: 'array', name: 'Array from the south', removed: true });
    expect(await namesOf('PIL')).not.toContain('Array from the south');
    expect(await answered(jobId)).toEqual([{ shotId: 'array', name: 'Array from the south' }]);
    // Another admin, who had not seen it, changes its hint.
    await save({ shotId: 'array', name: 'Array', hint: 'All of it' });
    expect(await namesOf('PIL')).not.toContain('Array');
    // A photo that was taken before counts all the same.
    await write(jobId, 'client', { 'evCommunication.shot': 'array' }, [samples.jpeg]);
    expect(await answered(jobId)).toHaveLength(2);
  });

  test('keeps every answer to one shot, and shows each in the conversation', async () => {
    await save({ shotId: 'meter', name: 'Meter' });
    const { jobId } = await newJob(server);
    const first = await write(jobId, 'client', { 'evCommunication.shot': 'meter' }, [samples.png]);
    await write(jobId, 'client', { 'evCommunication.shot': 'meter' }, [samples.jpeg]);
    const shot = { shotId: 'meter', name: 'Meter' };
    expect((first.answer as { communication: unknown }).communication).toMatchObject({ shot });
    const { answer } = await server.call('conversation', { as: 'employee', params: { jobId } });
    expect(answer.map((message) => message.shot)).toEqual([shot, shot]);
    expect(await answered(jobId, 'employee')).toEqual([shot, shot]);
  });

  test('leaves out a shot that it does not know, and keeps the photo', async () => {
    const { jobId } = await newJob(server);
    await write(jobId, 'client', { 'evCommunication.shot': 'unknown' }, [samples.png]);
    const { attachments } = (await server.call('job', { as: 'client', params: { jobId } })).answer;
    expect(attachments).toHaveLength(1);
    expect(attachments[0]).not.toHaveProperty('shot');
  });

  test('is asked for by staff with the names of its shots, in their order', async () => {
    await save({ shotId: 'one', name: 'One' });
    await save({ shotId: 'two', name: 'Two' });
    const { jobId } = await newJob(server);
    await write(jobId, 'employee', { 'evCommunication.asks': 'two,unknown,one' });
    const { answer } = await server.call('conversation', { as: 'client', params: { jobId } });
    expect(answer[0]?.asks).toEqual([
      { shotId: 'two', name: 'Two' },
      { shotId: 'one', name: 'One' },
    ]);
    expect((await write(jobId, 'client', { 'evCommunication.asks': 'one' })).code).toBe('forbidden');
  });

  test('saves a repeated change once', async () => {
    await save({ shotId: 'once', name: 'Once' }, [samples.png], 'key-once');
    const before = await server.storedFiles();
    const repeated = await save({ shotId: 'once', name: 'Once' }, [samples.png], 'key-once');
    expect(repeated.answer.filter(({ shotId }) => shotId === 'once')).toHaveLength(1);
    expect(await server.storedFiles()).toHaveLength(before.length);
  });

  test('records each change in the audit trail', async () => {
    await save({ shotId: 'audited', name: 'Audited', service: 'LC' });
    await save({ shotId: 'audited', name: 'Audited', service: 'LC', removed: true });
    const { answer } = await server.call('audit', { as: 'admin', body: { action: 'change-checklist' } });
    expect(answer.items.slice(0, 2)).toMatchObject([
      { subject: 'Electrical Load calcs', changes: [{ field: 'shot', from: 'Audited', to: '' }] },
      { subject: 'Electrical Load calcs', changes: [{ field: 'shot', from: '', to: 'Audited' }] },
    ]);
  });

  describe('the example picture of a shot', () => {
    async function exampleOf(shotId: string) {
      const { answer } = await server.call('checklists', { as: 'otherClient' });
      return answer.find((shot) => shot.shotId === shotId)?.example ?? null;
    }

    test('is read by every approved user, and by nobody else', async () => {
      await save({ shotId: 'shown', name: 'Shown' }, [samples.png]);
      const example = await exampleOf('shown');
      const params = { key: example?.key ?? '', fileName: example?.fileName ?? '' };
      for (const as of ['client', 'otherClient', 'employee', 'admin'] as const) {
        expect((await server.call('attachment', { as, params })).bytes).toEqual(
          Buffer.from(samples.png.bytes),
        );
      }
      expect((await server.call('attachment', { as: 'pending', params })).code).toBe('not-approved');
      expect((await server.call('attachment', { as: null, params })).code).toBe('unauthorized');
    });

    test('is replaced by another, stays when only words change, and goes when it is removed', async () => {
      await save({ shotId: 'replaced', name: 'Replaced' }, [samples.png]);
      const first = await exampleOf('replaced');
      await save({ shotId: 'replaced', name: 'Renamed' });
      expect(await exampleOf('replaced')).toEqual(first);
      await save({ shotId: 'replaced', name: 'Renamed' }, [samples.jpeg]);
      expect((await exampleOf('replaced'))?.contentType).toBe('image/jpeg');
      const params = { key: first?.key ?? '', fileName: first?.fileName ?? '' };
      expect((await server.call('attachment', { as: 'admin', params })).code).toBe('not-found');
      await save({ shotId: 'replaced', name: 'Renamed', noExample: true });
      expect(await exampleOf('replaced')).toBeNull();
    });

    test('goes with its shot, and does not come back to it', async () => {
      await save({ shotId: 'ended', name: 'Ended' }, [samples.png]);
      const example = await exampleOf('ended');
      await save({ shotId: 'ended', name: 'Ended', removed: true });
      const params = { key: example?.key ?? '', fileName: example?.fileName ?? '' };
      expect((await server.call('attachment', { as: 'admin', params })).code).toBe('not-found');
      // Another admin, who had not seen it, chooses a picture.
      expect((await save({ shotId: 'ended', name: 'Ended' }, [samples.jpeg])).status).toBe(200);
      const left = await server.db.query("select example_key from shots where shot_id = 'ended'");
      expect(left).toEqual([{ example_key: null }]);
    });

    test('does not say which admin chose it', async () => {
      await save({ shotId: 'chosen', name: 'Chosen' }, [samples.png]);
      expect(await exampleOf('chosen')).toMatchObject({ uploadedBy: '' });
    });

    test('is a picture by its contents, one, and not too large', async () => {
      const issueOf = async (files: readonly TestFile[]) =>
        (await save({ shotId: 'bad', name: 'Bad' }, files)).failure.issues?.[0];
      const wrongType = { field: 'example', message: exampleTypeMessage };
      expect(await issueOf([samples.pdf])).toEqual(wrongType);
      expect(await issueOf([renamed(samples.html, 'roof.png', 'image/png')])).toEqual(wrongType);
      expect(await issueOf([samples.png, samples.jpeg])).toMatchObject({ message: 'must be one picture' });
      const large = {
        ...samples.png,
        bytes: Buffer.concat([samples.png.bytes, Buffer.alloc(4 * 1024 * 1024)]),
      };
      expect(await issueOf([large])).toMatchObject({ message: 'must be 4 MB or smaller' });
      expect(await exampleOf('bad')).toBeNull();
    });
  });

  test.each<[what: string, change: Record<string, unknown>, field: string, message: string]>([
    ['an empty name', { name: ' ' }, 'name', 'is a required field'],
    ['a long name', { name: 'x'.repeat(101) }, 'name', 'must be 100 characters or fewer'],
    ['a long hint', { hint: 'x'.repeat(301) }, 'hint', 'must be 300 characters or fewer'],
    ['a name with U+0000', { name: 'a\0b' }, 'name', 'must be text without control characters'],
    ['a service that does not exist', { service: 'XX' }, 'service', 'must be from the list'],
    ['an id with a comma', { shotId: 'a,b' }, 'shotId', 'must be an id'],
    ['a removal that is none', { removed: 'yes' }, 'removed', 'must be true or false'],
  ])('refuses %s', async (_what, change, field, message) => {
    const { failure } = await save({ shotId: 'refused', ...change } as Partial<RequestOf<'saveShot'>>);
    expect(failure.issues).toContainEqual({ field, message });
    expect(await namesOf('PIL')).not.toContain('refused');
  });

  test('has any number of shots up to its limit, and may be empty again', async () => {
    for (let n = 0; n < maxShots; n += 1) {
      expect((await save({ service: 'FS', shotId: `fs-${n}`, name: `Shot ${n}` })).status).toBe(200);
    }
    const { failure } = await save({ service: 'FS', shotId: 'fs-more', name: 'One more' });
    expect(failure.errorMessage).toBe('A checklist can have at most 50 shots.');
    // One that is in the list can still be changed.
    expect((await save({ service: 'FS', shotId: 'fs-0', name: 'Changed' })).status).toBe(200);
    for (let n = 0; n < maxShots; n += 1) {
      await save({ service: 'FS', shotId: `fs-${n}`, name: `Shot ${n}`, removed: true });
    }
    expect(await namesOf('FS')).toEqual([]);
  });

  test('asks for no more than 200 shots at once', async () => {
    const { jobId } = await newJob(server);
    const asks = (count: number) => ({
      'evCommunication.asks': Array.from({ length: count }, (_, n) => `s${n}`).join(),
    });
    expect((await write(jobId, 'employee', asks(200))).status).toBe(200);
    expect((await write(jobId, 'employee', asks(201))).code).toBe('invalid');
    expect((await write(jobId, 'employee', { 'evCommunication.asks': 'a,,b' })).code).toBe('invalid');
  });

  test('is read anew, not sent live, where the messages that ask for its shots are long together', async () => {
    await server.db.query(
      `insert into shots (shot_id, service, name, hint, removed) select 'long-' || n, 'OTHER', repeat('字', 100), '', true
        from generate_series(1, 200) n`,
    );
    const asks = Array.from({ length: 200 }, (_, n) => `long-${n + 1}`).join();
    const { jobId } = await newJob(server);
    const { cursor } = (await server.call('events', { as: 'client', body: { cursor: null } })).answer;
    for (let n = 0; n < 30; n += 1) await write(jobId, 'employee', { 'evCommunication.asks': asks });
    const batch = await server.call('events', { as: 'client', body: { cursor } });
    expect(batch.answer.missed).toBe(true);
  });

  test('shows no photo of one client to another', async () => {
    await save({ shotId: 'canary', name: 'Canary shot' });
    const { jobId } = await newJob(server, { project: 'Canary project' });
    const canary = { ...samples.png, name: 'canary.png' };
    const body = { ...messageOf(jobId, 'client', 'Canary words'), 'evCommunication.shot': 'canary' };
    await server.call('updateJob', { as: 'client', body: body as RequestOf<'updateJob'>, files: [canary] });
    const [file] = (await server.call('job', { as: 'client', params: { jobId } })).answer.attachments;
    const lists = await server.call('checklists', { as: 'otherClient' });
    expect(lists.response.body).toContain('Canary shot');
    expect(lists.response.body).not.toMatch(/Canary (project|words)|canary\.|client@/);
    const params = { key: file?.key ?? '', fileName: file?.fileName ?? '' };
    expect((await server.call('attachment', { as: 'otherClient', params })).code).toBe('not-found');
    expect((await server.call('job', { as: 'otherClient', params: { jobId } })).code).toBe('not-found');
    // An answer to a job of another client reaches nobody.
    const others = { ...messageOf(jobId, 'otherClient', 'Mine'), 'evCommunication.shot': 'canary' };
    const refused = await server.call('updateJob', {
      as: 'otherClient',
      body: others as RequestOf<'updateJob'>,
    });
    expect(refused.code).toBe('not-found');
  });
});
