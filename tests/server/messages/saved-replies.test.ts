import { expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { givenFileName } from '../../../src/contract/files/fileNames.ts';
import { maxReplies, maxReplyFiles } from '../../../src/contract/limits.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import type { TestFile } from '../../support/server/call.ts';
import { messageOf, newJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

type Reply = RequestOf<'saveReply'>;

onOneDatabase('saved replies', (start) => {
  const server = start.forAll();

  function save(as: PersonName, reply: Partial<Reply>, files?: readonly TestFile[], key?: string) {
    const body = { replyId: 'thanks', isFirms: false, name: 'Thanks', content: 'Thank you.', ...reply };
    return server.call('saveReply', { as, body, ...(files && { files }), ...(key && { key }) });
  }
  async function namesOf(as: PersonName): Promise<string[]> {
    return (await server.call('savedReplies', { as })).answer.map(({ name }) => name);
  }
  async function filesOf(as: PersonName, replyId: string) {
    const { answer } = await server.call('savedReplies', { as });
    return answer.find((reply) => reply.replyId === replyId)?.files ?? [];
  }

  test('of the firm are read by all staff, own ones by nobody else', async () => {
    await save('admin', { replyId: 'hours', name: 'Our hours', isFirms: true });
    await save('employee', { replyId: 'mine', name: 'Mine' });
    expect(await namesOf('employee')).toEqual(['Mine', 'Our hours']);
    expect(await namesOf('otherEmployee')).toEqual(['Our hours']);
    expect(await namesOf('admin')).toEqual(['Our hours']);
    for (const as of ['client', 'otherClient'] as const) {
      expect((await server.call('savedReplies', { as })).code).toBe('forbidden');
      expect((await save(as, { replyId: `of ${as}`.replace(' ', '-') })).code).toBe('forbidden');
    }
  });

  test('are in the order of names, accents and all', async () => {
    for (const name of ['Étages', 'Zoning', 'eaves'])
      await save('otherEmployee', { replyId: name.slice(1), name });
    const own = (await namesOf('otherEmployee')).filter((name) => name !== 'Our hours');
    expect(own).toEqual(['eaves', 'Étages', 'Zoning']);
    for (const name of own) await save('otherEmployee', { replyId: name.slice(1), name, removed: true });
  });

  test('of the firm are changed by admins alone, and nobody takes over another one’s', async () => {
    await save('admin', { replyId: 'firms', name: 'Firm’s', isFirms: true });
    await save('employee', { replyId: 'own', name: 'Own' });
    expect((await save('employee', { replyId: 'new', isFirms: true })).code).toBe('forbidden');
    // What it says of whose it is changes nothing.
    expect((await save('employee', { replyId: 'firms', name: 'Taken' })).code).toBe('forbidden');
    expect((await save('otherEmployee', { replyId: 'own', name: 'Taken' })).code).toBe('not-found');
    expect((await save('admin', { replyId: 'own', name: 'Taken', isFirms: true })).code).toBe('not-found');
    expect(await namesOf('employee')).toEqual(expect.arrayContaining(['Firm’s', 'Own']));
    const { answer } = await server.call('audit', { as: 'admin', body: { action: 'change-saved-reply' } });
    expect(answer.items[0]).toMatchObject({ subject: 'Firm’s', actor: people.admin.email });
  });

  test('keep their files until one is dropped, and take none twice', async () => {
    const plan = renamed(samples.pdf, 'plan.pdf');
    await save('employee', { replyId: 'files' }, [plan, samples.png]);
    await save('employee', { replyId: 'files', content: 'Other words' }, [plan]);
    const files = await filesOf('employee', 'files');
    expect(files.map(({ fileName }) => givenFileName(fileName))).toEqual(['plan.pdf', samples.png.name]);
    await save('employee', { replyId: 'files', drops: [files[0]?.key ?? ''] });
    expect(await filesOf('employee', 'files')).toEqual([files[1]]);
    const many = Array.from({ length: maxReplyFiles }, (_, n) => ({
      ...renamed(samples.pdf, `${n}.pdf`),
      bytes: Buffer.concat([samples.pdf.bytes, Buffer.from(`${n}`)]),
    }));
    const { failure } = await save('employee', { replyId: 'files' }, many);
    expect(JSON.stringify(failure)).toContain(`at most ${maxReplyFiles} files`);
  });

  test('drop no file of another one', async () => {
    await save('employee', { replyId: 'kept' }, [samples.png]);
    const [file] = await filesOf('employee', 'kept');
    await save('otherEmployee', { replyId: 'thief', drops: [file?.key ?? ''] });
    expect(await filesOf('employee', 'kept')).toEqual([file]);
    const job = await newJob(server, {}, { files: [samples.pdf] });
    await save('employee', { replyId: 'kept', drops: [job.attachments[0]?.key ?? ''] });
    const { answer } = await server.call('job', { as: 'client', params: { jobId: job.jobId } });
    expect(answer.attachments).toHaveLength(1);
  });

  test('show their files, and previews of them, to nobody who does not have them', async () => {
    await save('employee', { replyId: 'secret' }, [renamed(samples.png, 'canary.png')]);
    await save('admin', { replyId: 'open', isFirms: true }, [renamed(samples.png, 'canary2.png')]);
    const codes = async (replyId: string, as: PersonName) => {
      const [file] = await filesOf(replyId === 'open' ? 'admin' : 'employee', replyId);
      const { key = '', fileName = '' } = file ?? {};
      const whole = await server.call('attachment', { as, params: { key, fileName } });
      const small = await server.call('preview', { as, params: { key, size: 'thumb' } });
      return [whole.code ?? '', small.status === 404];
    };
    expect(await codes('secret', 'employee')).toEqual(['', false]);
    expect(await codes('open', 'otherEmployee')).toEqual(['', false]);
    for (const as of ['otherEmployee', 'admin', 'client', 'otherClient'] as const) {
      expect([as, ...(await codes('secret', as))]).toEqual([as, 'not-found', true]);
    }
    for (const as of ['client', 'otherClient'] as const) {
      expect([as, ...(await codes('open', as))]).toEqual([as, 'not-found', true]);
    }
  });

  test('reach a client by no call, event, search or export, though they are put into a message', async () => {
    const { cursor } = (await server.call('events', { as: 'client', body: { cursor: null } })).answer;
    const { jobId } = await newJob(server);
    await save(
      'admin',
      { replyId: 'canary', name: 'Canary of a reply', content: 'canarywords', isFirms: true },
      [renamed(samples.png, 'canaryfile.png')],
    );
    await server.call('updateJob', { as: 'employee', body: messageOf(jobId, 'employee', 'Something else') });
    const read = [
      await server.call('job', { as: 'client', params: { jobId } }),
      await server.call('conversation', { as: 'client', params: { jobId } }),
      await server.call('checklists', { as: 'client' }),
      await server.call('search', { as: 'client', body: { text: 'canary' } }),
      await server.call('search', { as: 'client', body: { text: 'canarywords' } }),
      await server.call('events', { as: 'client', body: { cursor } }),
    ];
    for (const { response } of read) expect(response.body.toLowerCase()).not.toContain('canary');
    const found = await server.call('search', { as: 'admin', body: { text: 'canaryfile' } });
    expect(found.answer.files?.items).toEqual([]);
  });

  test('are stored once for one key, and stay removed', async () => {
    const first = await save('employee', { replyId: 'once' }, [samples.png], 'reply-key');
    expect(await save('employee', { replyId: 'once' }, [samples.png], 'reply-key')).toMatchObject({
      answer: first.answer,
    });
    await save('employee', { replyId: 'once', removed: true });
    await save('employee', { replyId: 'once', name: 'Back' });
    expect(await namesOf('employee')).not.toContain('Back');
    const [row] = await server.db.query<{ name: string; content: string }>(
      "select name, content from saved_replies where reply_id = 'once'",
    );
    expect(row).toEqual({ name: '', content: '' });
    const left = await server.db.query("select 1 from saved_reply_files where reply_id = 'once'");
    expect(left).toEqual([]);
  });

  test('are as many as can be chosen from', async () => {
    await server.db.query(
      `insert into saved_replies (reply_id, owner, name, content) select 'n' || n, $1, 'Many', 'x' from generate_series(1, ${maxReplies}) n`,
      [people.otherEmployee.email],
    );
    const { failure } = await save('otherEmployee', { replyId: 'one-more' });
    expect(JSON.stringify(failure)).toContain(`at most ${maxReplies} saved replies`);
    await server.db.query('delete from saved_replies where owner = $1', [people.otherEmployee.email]);
  });

  test.each<[string, Partial<Reply>, string]>([
    ['a name', { name: ' ' }, 'name'],
    ['a text', { content: '\n' }, 'content'],
    ['an id', { replyId: 'no id!' }, 'replyId'],
  ])('without %s are refused', async (_, wrong, field) => {
    expect((await save('employee', wrong)).failure).toMatchObject({ issues: [{ field }] });
  });
});
