import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../server/settings/config.ts';
import { dataPaths } from '../../server/start/dataDir.ts';
import { openDatabase } from '../../server/start/openDatabase.ts';

/** Prints what is in a data folder, `DATA_DIR`, after its database has been opened as the server opens it. */
const { DATA_DIR = '' } = process.env;
const paths = dataPaths(DATA_DIR);
const db = await openDatabase(readConfig(process.env));
const messages = await db.query<{ content: string; sha256: string | null; key: string | null; size: string }>(
  `select m.content, a.sha256, a.key, a.size from messages m left join attachments a using (communication_id)
   where m.content like '% says %'`,
);
const files = await db.query<{ key: string; sha256: string }>('select key, sha256 from attachments');
const broken = files.filter(({ key, sha256 }) => {
  const path = join(paths.files, key.slice(0, 2), key);
  return !existsSync(path) || createHash('sha256').update(readFileSync(path)).digest('hex') !== sha256;
});
const [rows] = await db.query<Record<string, number>>(
  `select (select count(*)::int from users) as users, (select count(*)::int from jobs) as jobs,
     (select count(*)::int from messages) as messages, (select count(*)::int from attachments) as files`,
);
const accounts = existsSync(paths.accounts) ? JSON.parse(readFileSync(paths.accounts, 'utf8')).users : [];
await db.close();
process.stdout.write(
  JSON.stringify({
    messages: messages.map(({ content, sha256 }) => ({ text: content, sha256 })),
    broken,
    accounts: accounts.map(({ email }: { email: string }) => email),
    rows,
  }),
);
