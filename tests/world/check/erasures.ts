import { people } from '../../support/server/people.ts';
import type { Checks } from './Checks.ts';

const tables = "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1";

/** Checks that nothing in the database names a user who was erased. */
export async function checkErasures({ world, ledger, check }: Checks): Promise<void> {
  if (ledger.erased.size === 0) return;
  for (const { name } of await world.db.query<{ name: string }>(tables)) {
    for (const user of ledger.erased) {
      const { email } = people[user];
      const found = await world.db.query<{ row: string }>(
        `select t::text as row from ${name} t where t::text like '%' || $1 || '%' limit 1`,
        [email],
      );
      check.call(
        world.checks,
        'nothing names who was erased',
        found.length === 0,
        () => `${name}: ${found[0]?.row.slice(0, 300)}`,
      );
    }
  }
}
