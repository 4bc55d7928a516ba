import { expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { maxViews, mostCounted } from '../../../src/contract/limits.ts';
import { newJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

type View = RequestOf<'saveView'>;

onOneDatabase('named views', (start) => {
  const server = start.forAll();

  const onHold: View = {
    viewId: 'held',
    name: 'Waiting for plans',
    isShared: false,
    category: 'all',
    search: { status: ['ON_HOLD'], q: 'maple', sort: 'oldest' },
  };
  function save(as: PersonName, view: Partial<View>, key?: string) {
    return server.call('saveView', { as, body: { ...onHold, ...view }, ...(key && { key }) });
  }
  async function namesOf(as: PersonName): Promise<string[]> {
    return (await server.call('savedViews', { as })).answer.map(({ name }) => name);
  }
  async function viewOf(as: PersonName, viewId: string) {
    return (await server.call('savedViews', { as })).answer.find((view) => view.viewId === viewId);
  }

  test('are read by their owner alone until they are shared, then by all staff with the name of who shares it', async () => {
    await save('employee', { viewId: 'own' });
    expect(await namesOf('employee')).toEqual(['Waiting for plans']);
    for (const as of ['otherEmployee', 'admin'] as const) expect(await namesOf(as)).toEqual([]);
    await save('employee', { viewId: 'own', isShared: true });
    expect(await viewOf('otherEmployee', 'own')).toEqual({
      ...onHold,
      viewId: 'own',
      isShared: true,
      owner: people.employee.email,
      ownerName: expect.stringMatching(/^\p{Lu}/u),
    });
    await save('employee', { viewId: 'own', isShared: false });
    expect(await namesOf('otherEmployee')).toEqual([]);
  });

  test('are in the order of names, accents and all', async () => {
    for (const name of ['Étages', 'Zoning', 'eaves'])
      await save('otherEmployee', { viewId: name.slice(1), name });
    const own = await namesOf('otherEmployee');
    expect(own).toEqual(['eaves', 'Étages', 'Zoning']);
    for (const name of own) await save('otherEmployee', { viewId: name.slice(1), name, removed: true });
  });

  test('are neither read nor written by clients', async () => {
    await save('employee', { viewId: 'canary', name: 'Canary of a view', isShared: true });
    for (const as of ['client', 'otherClient'] as const) {
      expect((await server.call('savedViews', { as })).code).toBe('forbidden');
      expect((await save(as, { viewId: 'of-a-client' })).code).toBe('forbidden');
      expect((await server.call('jobCounts', { as, body: { lists: [{}] } })).code).toBe('forbidden');
      const read = [
        await server.call('checklists', { as }),
        await server.call('search', { as, body: { text: 'canary' } }),
        await server.call('events', { as, body: { cursor: null } }),
      ];
      for (const { response } of read) expect(response.body.toLowerCase()).not.toContain('canary');
    }
  });

  test('are changed by their owner, and shared ones by admins, who do not decide whether they are shared', async () => {
    await save('employee', { viewId: 'mine' });
    await save('employee', { viewId: 'ours', isShared: true });
    expect((await save('otherEmployee', { viewId: 'mine', name: 'Taken' })).code).toBe('not-found');
    expect((await save('admin', { viewId: 'mine', name: 'Taken' })).code).toBe('not-found');
    expect((await save('otherEmployee', { viewId: 'ours', name: 'Taken' })).code).toBe('forbidden');
    await save('admin', { viewId: 'ours', name: 'Renamed', isShared: false });
    expect(await viewOf('otherEmployee', 'ours')).toMatchObject({
      name: 'Renamed',
      owner: people.employee.email,
    });
    expect(await viewOf('employee', 'mine')).toMatchObject({ name: 'Waiting for plans' });
  });

  test('are brought back by whoever removed them, and by no save that was made before', async () => {
    await save('employee', { viewId: 'gone', name: 'Gone', isShared: true });
    const gone = await viewOf('employee', 'gone');
    await save('admin', { viewId: 'gone', removed: true });
    expect(await namesOf('employee')).not.toContain('Gone');
    const rows = await server.db.query("select name, search from saved_views where view_id = 'gone'");
    expect(rows).toEqual([{ name: '', search: {} }]);
    expect((await save('otherEmployee', { viewId: 'gone' })).code).toBe('not-found');
    const late = { as: 'employee', body: { ...onHold, viewId: 'gone', name: 'Late' } } as const;
    await server.call('saveView', { ...late, headers: { 'written-seconds-ago': '600' } });
    expect(await namesOf('employee')).not.toContain('Late');
    await save('admin', { viewId: 'gone', name: 'Gone' });
    expect(await viewOf('employee', 'gone')).toEqual(gone);
  });

  test('are stored once for one key', async () => {
    const first = await save('employee', { viewId: 'once' }, 'view-key');
    expect((await save('employee', { viewId: 'once' }, 'view-key')).answer).toEqual(first.answer);
  });

  test.each<[string, Partial<View>]>([
    ['without a name', { name: ' ' }],
    ['with an id of other characters', { viewId: 'no id!' }],
    ['of a tab that there is not', { category: 'archived' as never }],
    ['with a filter that the server does not know', { search: { county: 'Lee' } }],
    ['with a status that there is not', { search: { status: ['ARCHIVED'] } }],
    ['with a day that there is not', { search: { since: '2026-02-31' } }],
    ['by an assignee who does not exist', { search: { assignee: 'left@ev.test' } }],
    ['by a client who does not exist', { search: { reporter: 'left@ev.test' } }],
  ])('%s are refused', async (_, wrong) => {
    expect((await save('employee', { viewId: 'wrong', ...wrong })).code).toBe('invalid');
  });

  test('are as many as a line of chips can offer', async () => {
    await server.db.query(
      `insert into saved_views (view_id, owner, name, category, search, shared)
        select 'n' || n, $1, 'Many', 'all', '{}', false from generate_series(1, ${maxViews}) n`,
      [people.otherEmployee.email],
    );
    const { failure } = await save('otherEmployee', { viewId: 'one-more' });
    expect(JSON.stringify(failure)).toContain(`at most ${maxViews} views`);
    expect((await save('otherEmployee', { viewId: 'n1', name: 'Renamed' })).code).toBe('');
    await server.db.query('delete from saved_views where owner = $1', [people.otherEmployee.email]);
  });

  test('have the counts of their lists, which end where nobody counts on', async () => {
    for (let n = 0; n < 3; n += 1) await newJob(server, { project: 'Sycamore barn' });
    await newJob(server, { project: 'Birch barn' });
    const lists = [{ text: 'sycam' }, { text: 'sycam', statuses: ['COMPLETED' as const] }, { text: 'barn' }];
    const { answer } = await server.call('jobCounts', { as: 'employee', body: { lists } });
    expect(answer).toEqual([3, 0, 4]);
    const search = await server.call('searchJobs', { as: 'employee', body: { text: 'barn' } });
    expect(search.answer.items).toHaveLength(4);
    for (let n = 0; n <= mostCounted; n += 1) await newJob(server, { project: 'Larch shed' });
    const many = await server.call('jobCounts', { as: 'admin', body: { lists: [{ text: 'larch' }] } });
    expect(many.answer).toEqual([mostCounted + 1]);
  });
});
