import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { calls, type RequestOf } from '../../../src/contract/calls.ts';
import { pageSize } from '../../../src/contract/limits.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import { indexMessages } from '../../support/server/indexMessages.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

type Search = RequestOf<'search'>;
const kinds = ['jobs', 'messages', 'files'] as const;

onOneDatabase('the search for everything', (start) => {
  let server: TestServer;
  let own: { jobId: string };

  beforeAll(async () => {
    server = await start();
    own = await newJob(
      server,
      { project: 'Harbor wall', jobDescription: 'Mind the herons' },
      { files: [renamed(samples.pdf, 'Harbor_Plan-A.pdf')] },
    );
    await send(server, own.jobId, 'client', 'The Café on the roof leaks; or does it? -gutter');
    await send(server, own.jobId, 'employee', 'We will look at the harbor gate', [
      renamed(samples.png, 'Gate herons.png'),
    ]);
    const other = await newJob(
      server,
      { project: 'Canary tower', jobDescription: 'canary herons' },
      { as: 'otherClient', files: [renamed(samples.pdf, 'canary herons.pdf')] },
    );
    await send(server, other.jobId, 'otherClient', 'canary herons on the roof');
  });

  async function search(body: Search, as: PersonName = 'employee') {
    return (await server.call('search', { as, body })).answer;
  }
  async function found(text: string, as: PersonName = 'employee') {
    const { jobs, messages, files, users } = await search({ text }, as);
    return {
      jobs: jobs?.items.map(({ project }) => project),
      messages: messages?.items.map(({ content }) => content),
      files: files?.items.map(({ fileName }) => fileName.replace(/\.\d{8}T\d{6}/, '')),
      users: users?.items.map(({ email }) => email),
    };
  }

  test('finds jobs, messages and files of one word, newest first', async () => {
    expect(await found('harbor')).toEqual({
      jobs: ['Harbor wall'],
      messages: ['We will look at the harbor gate'],
      files: ['Harbor_Plan-A.pdf'],
      users: [],
    });
    expect(await found('herons')).toEqual({
      jobs: ['Canary tower', 'Harbor wall'],
      messages: ['canary herons on the roof'],
      files: ['canary herons.pdf', 'Gate herons.png'],
      users: [],
    });
  });

  test('finds each kind by another spelling of its words', async () => {
    const address = {
      streetName: '31 E Quince Blvd, Unit 7-B',
      city: 'Ft. Collins',
      state: 'CO',
      zipcode: '80521',
    };
    const { jobId } = await newJob(server, { project: "D'Amico & Daughters", address });
    await send(server, jobId, 'client', 'D’Amico’s is at Quince Blvd, Unit 7-B', [
      renamed(samples.pdf, 'Quince_Blvd-7-B.pdf'),
    ]);
    await server.call('updateProfiles', {
      as: 'admin',
      body: { profiles: [{ email: people.otherEmployee.email, lastName: 'D’Amico-Ñandú' }] },
    });
    for (const text of ['damico', "d'amico", 'amico']) {
      const all = await found(text);
      expect([all.jobs, all.messages?.length, all.users], text).toEqual([
        ["D'Amico & Daughters"],
        1,
        [people.otherEmployee.email],
      ]);
    }
    for (const text of ['quince boulevard', 'quince 7b']) {
      const all = await found(text);
      expect([all.jobs?.length, all.messages?.length, all.files?.length], text).toEqual([1, 1, 1]);
    }
    expect((await found('damico and daughters east fort unit7b')).jobs).toHaveLength(1);
    expect((await found('nandu')).users).toEqual([people.otherEmployee.email]);
    expect((await found('damicos')).messages).toHaveLength(1);
  });

  test('finds a message with its job and its place in the chat, and a file with its message', async () => {
    const { messages, files } = await search({ text: 'gate' });
    expect(messages?.items[0]).toMatchObject({ jobId: own.jobId, project: 'Harbor wall' });
    const { communicationId } = messages?.items[0] ?? {};
    expect(files?.items[0]).toMatchObject({ jobId: own.jobId, communicationId, contentType: 'image/png' });
    const { key = '', fileName = '' } = files?.items[0] ?? {};
    const file = await server.call('attachment', { as: 'employee', params: { key, fileName } });
    expect(file.bytes).toEqual(samples.png.bytes);
  });

  const texts: [what: string, text: string, messages: number][] = [
    ['the beginning of a word', 'gut', 1],
    ['capitals', 'GUTTER', 1],
    ['no accent', 'cafe', 1],
    ['an accent', 'café', 1],
    ['words of any order', 'leaks roof', 1],
    ['a word that is an operator elsewhere', 'or', 1],
    ['a minus before a word that is there', '-gutter', 1],
    ['a minus before a word that is not there', 'roof -volcano', 0],
    ['quotes around words that are not neighbors', '"leaks roof"', 1],
    ['operators between words', "roof & leaks | ! ( <-> ':*", 1],
    ['a word too many', 'roof volcano', 0],
    ['the middle of a word', 'utter', 0],
    ['only operators', '& | ! ( ) : * <-> "\' -', 0],
    ['blanks', '   ', 0],
    ['nothing', '', 0],
  ];
  test.each(texts)('finds messages by %s', async (_, text, count) => {
    const { messages } = await search({ text }, 'client');
    expect(messages?.items).toHaveLength(count);
  });

  test('returns the part of a long message that has the word', async () => {
    const long = `${'Nothing to see here. '.repeat(60)}The zeppelin\nlands. ${'Nothing more. '.repeat(60)}`;
    await send(server, own.jobId, 'client', long);
    const [message] = (await search({ text: 'zepp' })).messages?.items ?? [];
    expect(message?.content).toMatch(/^….* The zeppelin lands\. .*…$/);
    expect(message?.content.length).toBeLessThan(300);
  });

  test('finds users for staff only', async () => {
    expect((await found('clara')).users).toEqual([people.client.email]);
    expect((await found('other panels')).users).toEqual([people.otherClient.email]);
    expect((await found(people.client.email)).users).toEqual([people.client.email]);
    for (const as of ['client', 'otherClient'] as const) {
      expect(await search({ text: 'emil' }, as)).not.toHaveProperty('users');
      const reply = await server.call('search', { as, body: { text: 'emil', kind: 'users' } });
      expect(reply.code).toBe('forbidden');
    }
  });

  test('shows a client nothing of another, whatever is searched', async () => {
    const nothing = { jobs: [], messages: [], files: [], users: undefined };
    expect(await found('canary', 'client')).toEqual(nothing);
    expect(await found('harbor', 'otherClient')).toEqual(nothing);
    expect(await found('herons', 'client')).toEqual({
      ...nothing,
      jobs: ['Harbor wall'],
      files: ['Gate herons.png'],
    });
    for (const kind of kinds) {
      const page = (await search({ text: 'canary', kind }, 'client'))[kind];
      expect(page).toEqual({ items: [], startAfter: null });
    }
  });

  describe('treats hostile text as text', () => {
    const hostile = [
      "'; drop table jobs; --",
      '%',
      '\\',
      "'roof':A",
      '(((((',
      '\u202e\u200b',
      '😀'.repeat(50),
    ];
    test.each(hostile)('%s', async (text) => {
      expect((await server.call('search', { as: 'employee', body: { text } })).status).toBe(200);
    });

    test('whatever it is', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 60 }), async (text) => {
          const { status } = await server.call('search', { as: 'employee', body: { text } });
          expect([200, 422]).toContain(status);
        }),
        { numRuns: 40 },
      );
    });
  });

  const bad: [what: string, body: object, field: string][] = [
    ['no text', {}, 'text'],
    ['a text of 10,000 characters', { text: 'x'.repeat(10_000) }, ''],
    ['a text of 201 characters', { text: 'x'.repeat(201) }, 'text'],
    ['a list for a text', { text: ['a'] }, 'text'],
    ['a text with a zero character', { text: 'a\0' }, 'text'],
    ['an unpaired surrogate', { text: '\ud800' }, 'text'],
    ['an unknown kind', { text: 'a', kind: 'secrets' }, 'kind'],
  ];
  test.each(bad.filter(([, , field]) => field !== ''))('refuses %s', async (_, body, field) => {
    const reply = await server.call('search', { as: 'employee', body: body as Search });
    expect(reply.failure).toMatchObject({ code: 'invalid', field });
  });

  test('refuses the cursor of another listing, and a text of 10,000 characters', async () => {
    const { messages } = await search({ text: 'a', kind: 'messages' });
    const cursor = messages?.startAfter ?? Buffer.from('["found messages",1]').toString('base64url');
    const body = { text: 'a', kind: 'files', startAfter: cursor } as const;
    expect((await server.call('search', { as: 'employee', body })).code).toBe('bad-cursor');
    const long = { text: 'x'.repeat(10_000) };
    expect([413, 422]).toContain((await server.call('search', { as: 'employee', body: long })).status);
  });

  test('needs the indexes of words', async () => {
    for (const table of ['messages', 'attachments']) {
      const rows = await server.db.tx(async (tx) => {
        await tx.query('set local enable_seqscan = off');
        return tx.query<{ 'QUERY PLAN': string }>(
          `explain select 1 from ${table} x where x.words @@ $1::tsquery`,
          ["'roof':*"],
        );
      });
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`${table}_by_words`);
    }
  });

  test('fills each page with files of jobs, whatever the example pictures of checklists are called', async () => {
    const { jobId } = await newJob(server);
    const named = (name: string) => renamed(samples.png, name);
    for (let n = 0; n < 2; n += 1) {
      const files = Array.from({ length: pageSize / 2 + 1 }, (_, index) => named(`zebra ${n} ${index}.png`));
      await send(server, jobId, 'client', 'Zebras', files);
    }
    const shot = { service: 'EE', name: 'Zebra', hint: '' } as const;
    for (const shotId of ['one', 'two']) {
      const body = { ...shot, shotId } as RequestOf<'saveShot'>;
      await server.call('saveShot', { as: 'admin', body, files: [named(`zebra ${shotId}.png`)] });
    }
    const { files: first } = await search({ text: 'zebra', kind: 'files' });
    expect(first?.items).toHaveLength(pageSize);
    const startAfter = first?.startAfter ?? '';
    const { files: last } = await search({ text: 'zebra', kind: 'files', startAfter });
    expect([...(first?.items ?? []), ...(last?.items ?? [])].every((file) => file.jobId === jobId)).toBe(
      true,
    );
    expect(last?.items.length).toBeGreaterThan(0);
    expect((await search({ text: 'zebra one' })).files?.items.map(({ fileName }) => fileName)).toEqual([]);
  });

  describe('among many messages', () => {
    /** More than are scanned for a page. */
    const count = 3600;
    let clientJob: string;
    let otherJob: string;

    beforeAll(async () => {
      clientJob = (await newJob(server)).jobId;
      otherJob = (await newJob(server, {}, { as: 'otherClient' })).jobId;
      await server.db.query(
        `insert into messages (communication_id, job_id, content, status, from_user, to_user, from_user_type, created)
          select 'many-' || n, case when n % 10 = 0 then $1 else $2 end,
            'lorem ' || n || case when n % 400 = 7 then ' sycamore' else '' end
              || case when n % 10 > 0 or n = 30 then ' larch' else '' end,
            'ADDRESSED', $3, '', 'CLIENT', 1700000000 + n from generate_series(1, ${count}) n`,
        [clientJob, otherJob, people.client.email],
      );
      await indexMessages(server.db);
    });

    const numbers = (items: readonly { communicationId: string }[] = []) =>
      items.map(({ communicationId }) => Number(communicationId.slice(5)));

    async function all(text: string, as: PersonName): Promise<number[]> {
      const seen: number[] = [];
      let startAfter: string | null = null;
      do {
        const body: Search = { text, kind: 'messages', ...(startAfter !== null && { startAfter }) };
        const { messages } = await search(body, as);
        expect(messages?.items.length).toBeLessThanOrEqual(pageSize);
        seen.push(...numbers(messages?.items));
        startAfter = messages?.startAfter ?? null;
      } while (startAfter !== null);
      return seen;
    }

    test('finds rare words as well as frequent ones, page after page', async () => {
      const rare = Array.from({ length: 9 }, (_, index) => 3207 - index * 400);
      expect(await all('syca', 'employee')).toEqual(rare);
      expect(await all('lorem syca', 'employee')).toEqual(rare);
      expect(await all('lorem 1207', 'employee')).toEqual([1207]);
      const frequent = await all('lorem', 'employee');
      expect(frequent).toEqual(Array.from({ length: count }, (_, index) => count - index));
    });

    test('finds in a client’s own jobs what others have often', async () => {
      expect(await all('larch', 'client')).toEqual([30]);
      expect(await all('sycamore', 'client')).toEqual([]);
      expect(await all('sycamore', 'otherClient')).toHaveLength(9);
      expect(await all('lorem', 'client')).toEqual(
        Array.from({ length: count / 10 }, (_, index) => count - index * 10),
      );
    });

    test('shows a client with many jobs nothing of others', async () => {
      await server.db.query(
        `insert into jobs (job_id, job_code, project, address, job_reporter, job_type, category, job_priority,
            job_delivery_mode, delivery_priority, services, status, duplicate_key, created, updated)
          select 'filler-' || n, 'FILL' || n, 'Filler', address, job_reporter, job_type, category, job_priority,
            job_delivery_mode, delivery_priority, services, 'CANCELLED', 'filler-' || n, created, updated
          from jobs cross join generate_series(1, 1100) n where job_id = $1`,
        [clientJob],
      );
      expect(await all('larch', 'client')).toEqual([30]);
      expect(await all('sycamore', 'client')).toEqual([]);
      expect(numbers((await search({ text: 'lorem' }, 'client')).messages?.items)).toEqual([
        3600, 3590, 3580, 3570, 3560,
      ]);
      expect((await search({ text: 'canary' }, 'client')).files?.items).toEqual([]);
    });
  });

  test('is not one of the calls of the specification, and no write', () => {
    expect(calls.search).toMatchObject({ ours: true, write: false });
  });
});
