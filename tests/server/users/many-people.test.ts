import { beforeAll, expect, test } from 'vitest';
import { foldCounts } from '../../../server/data/jobs/stats.ts';
import { people, testAddress } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime } from '../../support/server/server.ts';

/** Many pages of each kind. */
const count = 620;
const categories = ['all', 'pending', 'clients', 'employees', 'admins'] as const;

onOneDatabase('of many users', (start) => {
  const server = start.forAll();
  beforeAll(async () => {
    // Every tenth is an O'Neil, the oldest seven are of Kestrel, and every hundredth waits.
    await server.db.query(
      `insert into users (email, uid, first_name, last_name, company, address, user_type, user_approved, created, updated, words)
       select 'n' || n || '@many.test', 'uid-' || n, 'Person', case when n % 10 = 0 then 'O''Neil' else 'Smith' end,
         case when n <= 7 then 'Kestrel Works' else 'Other' end, $3::jsonb, case when n % 2 = 0 then 'CLIENT' else 'EMPLOYEE' end,
         n % 100 <> 1, $2, $2,
         array_to_tsvector(array['n' || n, 'person', case when n % 10 = 0 then 'oneil' else 'smith' end,
           case when n <= 7 then 'kestrel' else 'other' end, 'many', 'test']) from generate_series(1, $1::bigint) n`,
      [count, startOfTime / 1000, JSON.stringify(testAddress)],
    );
    await server.db.query('analyze');
  });

  const ask = async (body: object) => (await server.call('profiles', { as: 'admin', body })).answer;

  async function all(asked: { text?: string; category?: (typeof categories)[number] }): Promise<string[]> {
    const emails: string[] = [];
    let startAfter: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask({
        ...asked,
        ...(startAfter && { startAfter }),
      });
      emails.push(...page.items.map(({ email }) => email));
      startAfter = page.startAfter;
    } while (startAfter !== null);
    return emails;
  }
  const numbered = (fits: (n: number) => boolean) =>
    Array.from({ length: count }, (_, index) => count - index)
      .filter(fits)
      .map((n) => `n${n}@many.test`);

  test.each([
    ['kestrel', (n: number) => n <= 7],
    ['person kes', (n: number) => n <= 7],
    ["o'ne", (n: number) => n % 10 === 0],
    ['smith person', (n: number) => n % 10 !== 0],
    ['n77@many', (n: number) => n === 77],
    ['estrel', () => false],
    ["kestrel:* | 'smith", (n: number) => n <= 7],
    ['kestrel\\', (n: number) => n <= 7],
    ['\\ &', () => false],
  ] as const)('%j finds all, newest first, however many there are', async (text, fits) => {
    expect(await all({ text })).toEqual(numbered(fits));
    expect((await ask({ text })).counts?.all).toBe(numbered(fits).length);
  });

  test('a word of the oldest user only is found behind thousands of later ones', async () => {
    await server.db.query(
      `insert into users (email, first_name, last_name, address, user_type, created, updated)
       select 'later' || n || '@many.test', 'Later', 'Come', $1::jsonb, 'CLIENT', $2, $2 from generate_series(1, 3200) n`,
      [JSON.stringify(testAddress), startOfTime / 1000],
    );
    expect(await all({ text: 'kestrel' })).toEqual(numbered((n) => n <= 7));
    await server.db.query("delete from users where email like 'later%'");
  });

  test('the stored counts equal those of the listings, as users register, change and are erased', async () => {
    await server.db.query("update users set user_type = 'ADMIN' where email like 'n__@many.test'");
    await server.db.query("update users set erased = 1 where email like 'n10_@many.test'");
    await server.db.query('update users set company = company');
    const { email } = people.pending;
    await server.call('updateProfiles', { as: 'admin', body: { profiles: [{ email, userApproved: true }] } });
    for (const fold of [false, true]) {
      if (fold) await foldCounts(server.db);
      const { counts } = await ask({});
      for (const category of categories) {
        expect(counts?.[category], category).toBe((await all({ category })).length);
      }
    }
    const kinds = 'select from users where erased is null group by user_type, user_approved, user_refused';
    const rows = await server.db.query('select 1 from people_counts where people <> 0');
    expect(rows).toHaveLength((await server.db.query(kinds)).length);
  });
});
