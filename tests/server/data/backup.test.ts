import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { backUp } from '../../../server/backup/backUp.ts';
import { backupPaths } from '../../../server/backup/manifest.ts';
import { restoreBackup } from '../../../server/backup/restoreBackup.ts';
import type { Database } from '../../../server/data/db/db.ts';
import { migrate } from '../../../server/data/db/migrate.ts';
import { readFirm, readLogoPicture } from '../../../server/data/firm.ts';
import { vapidKeys } from '../../../server/data/notify/vapidKeys.ts';
import { backedUpTables, RowSum, rowsOf, type TableSum } from '../../../server/data/tableRows.ts';
import { StartError } from '../../../server/errors/startError.ts';
import { FileMissing } from '../../../server/files/files.ts';
import { openFolder } from '../../../server/files/folder.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { newDatabase } from '../../support/database/databases.ts';
import { shippedMigrations } from '../../support/database/shippedMigrations.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { newStore } from '../../support/files/stores.ts';
import { logoPng } from '../../support/firm/logos.ts';
import { canaries, client, found, wordsOf } from '../../support/server/erasing.ts';
import { invite, invitee, register, signUp } from '../../support/server/invitations.ts';
import { messageOf, newJob, send } from '../../support/server/jobs.ts';
import { people, savePeople } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime, type TestServer } from '../../support/server/server.ts';

async function sumsOf(db: Database): Promise<Record<string, TableSum>> {
  return db.tx(async (tx) => {
    const sums: Record<string, TableSum> = {};
    for (const table of await backedUpTables(tx)) {
      const sum = new RowSum();
      for await (const row of rowsOf(tx, table)) sum.add(row);
      sums[table.name] = sum.end();
    }
    return sums;
  });
}

onOneDatabase('a backup', (start, kind) => {
  let server: TestServer;
  let folder: string;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    server = await start();
    folder = await mkdtemp(join(tmpdir(), 'ev-backup-'));
    const { jobId } = await newJob(server, { message: 'First “of” all \\ with \u2028 oddities 🏠' });
    const written = await server.call('updateJob', {
      as: 'employee',
      body: messageOf(jobId, 'employee', 'With a plan'),
      files: [samples.pdf],
    });
    const { communicationId } = written.answer.communication as Message;
    const mark = { evCommunicationId: communicationId, jobId, status: 'ADDRESSED' as const };
    const marked = await server.call('markMessage', {
      as: 'client',
      body: { ...mark, userName: people.client.email },
    });
    expect(marked.answer.status).toBe('ADDRESSED');
    await server.call('saveFirm', { as: 'admin', body: { name: 'Baker', address: 'Tampa', color: '' } });
    const picture = (await logoPng('wide')).toString('base64');
    await server.call('saveLogo', { as: 'admin', body: { picture } });
  });
  afterAll(async () => {
    for (const end of ends) await end();
    await rm(folder, { recursive: true, force: true });
  });

  const parts = () => ({
    db: server.db,
    files: server.files,
    accounts: join(folder, 'no-accounts.json'),
    now: () => server.clock.nowMs,
  });

  async function emptyPlace(isMigrated = true) {
    const { db, end } = await newDatabase(kind, isMigrated);
    ends.push(end);
    const place = await mkdtemp(join(folder, 'place-'));
    const files = await openFolder(join(place, 'files'));
    return { db, files, accounts: join(place, 'accounts.json'), seed: join(place, 'seed.json') };
  }

  test('restored into an empty set-up is equal row by row and byte by byte, and sequences continue', async () => {
    const to = join(folder, 'whole');
    const before = await sumsOf(server.db);
    await backUp(parts(), to);
    const place = await emptyPlace();
    await restoreBackup(place, to);
    const { audit, ...sums } = await sumsOf(place.db);
    expect({ ...sums, audit: expect.anything() }).toEqual({ ...before, audit: expect.anything() });
    // Of both, what was done is written down.
    const newest = 'select actor, action, subject from audit order by seq desc limit 1';
    const { made } = JSON.parse(await readFile(backupPaths(to).manifest, 'utf8'));
    expect(await server.db.query(newest)).toEqual([{ actor: '', action: 'backup', subject: made }]);
    expect(await place.db.query(newest)).toEqual([{ actor: '', action: 'restore', subject: made }]);
    expect(audit?.rows).toBe((before.audit?.rows ?? 0) + 1);
    const [file] = await place.db.query<{ key: string }>('select key from attachments');
    const bytes = await buffer(await place.files.get(file?.key ?? ''));
    expect(bytes.equals(samples.pdf.bytes)).toBe(true);
    const { logo } = await readFirm(place.db);
    expect(await readLogoPicture(place.db, logo?.hash ?? '', 'icon-512.png')).toEqual(
      await readLogoPicture(server.db, logo?.hash ?? '', 'icon-512.png'),
    );
    expect(logo?.width).toBeGreaterThan(100);

    const [last] = await place.db.query<{ sequence: number }>(
      'select max(sequence) as sequence from messages',
    );
    const [next] = await place.db.query<{ sequence: number }>(
      `insert into messages (communication_id, job_id, content, status, from_user, from_user_type, created)
        select 'next', job_id, '', 'NEW', from_user, from_user_type, created from messages limit 1 returning sequence`,
    );
    expect(next?.sequence).toBe((last?.sequence ?? 0) + 1);
  });

  test('taken during writes is of one moment: no response without its message, no file without its row', async () => {
    const to = join(folder, 'busy');
    const { jobId } = await newJob(server);
    let writing = true;
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 4 }, async () => {
      while (writing) {
        const { communicationId } = await send(server, jobId, 'client', randomUUID());
        acknowledged.push(communicationId);
      }
    });
    while (acknowledged.length < 10) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = [...acknowledged];
    await backUp(parts(), to);
    writing = false;
    await Promise.all(writers);

    const place = await emptyPlace();
    await restoreBackup(place, to);
    const kept = new Set(
      (await place.db.query<{ id: string }>('select communication_id as id from messages')).map(
        ({ id }) => id,
      ),
    );
    expect(before.filter((id) => !kept.has(id))).toEqual([]);
    const [torn] = await place.db.query<{ count: number }>(
      `select count(*) as count from idempotency i where i.answer is null`,
    );
    expect(torn?.count).toBe(0);
  });

  test('with a damaged row or file is refused as a whole', async () => {
    const to = join(folder, 'damaged');
    await backUp(parts(), to);
    const rows = backupPaths(to).rows('messages');
    const good = await readFile(rows, 'utf8');
    await writeFile(rows, good.replace('First', 'Frist'));
    const place = await emptyPlace();
    await expect(restoreBackup(place, to)).rejects.toThrow(/rows of messages/);
    await writeFile(rows, good);
    const [file] = await server.db.query<{ key: string }>('select key from attachments');
    await appendFile(backupPaths(to).file(file?.key ?? ''), 'x');
    await expect(restoreBackup(place, to)).rejects.toThrow(/damaged/);
    expect(await place.db.query('select 1 from users')).toEqual([]);
    await expect(place.files.get(file?.key ?? '')).rejects.toThrow('no such file');
  });

  test('that is incomplete is refused as a whole, with a sentence', async () => {
    const to = join(folder, 'broken');
    await newJob(server, {}, { files: [samples.pdf] });
    const accounts = join(folder, 'accounts-of-all.json');
    await writeFile(accounts, '{"users":[],"oobs":[]}');
    await backUp({ ...parts(), accounts }, to);
    const paths = backupPaths(to);
    const made = JSON.parse(await readFile(paths.manifest, 'utf8'));
    const place = await emptyPlace();

    /** Restores the backup with one of its files otherwise, and puts it back. */
    async function refusal(file: string, otherwise: string | null): Promise<string> {
      const good = await readFile(file);
      await (otherwise === null ? rm(file) : writeFile(file, otherwise));
      const error: unknown = await restoreBackup(place, to).catch((thrown: unknown) => thrown);
      await writeFile(file, good);
      expect(error).toBeInstanceOf(StartError);
      return (error as Error).message;
    }
    const withTables = (tables: object) => JSON.stringify({ ...made, tables });
    const { audit: _audit, ...withoutAudit } = made.tables;
    const rows = await readFile(paths.rows('messages'), 'utf8');
    const [file] = await server.db.query<{ key: string }>('select key from attachments');

    expect(await refusal(paths.manifest, withTables(withoutAudit))).toBe(
      'The backup lacks audit. Nothing was restored.',
    );
    expect(
      await refusal(paths.manifest, withTables({ ...made.tables, pg_authid: made.tables.audit })),
    ).toMatch(/no rows of pg_authid/);
    expect(await refusal(paths.manifest, '{"format":1,')).toMatch(/backup\.json is not JSON/);
    expect(await refusal(paths.rows('messages'), null)).toMatch(/has no rows of messages/);
    expect(await refusal(paths.rows('messages'), rows.slice(0, -40))).toMatch(
      /rows of messages don’t match the backup/,
    );
    expect(await refusal(paths.file(file?.key ?? ''), null)).toMatch(/backup file is missing/);
    expect(await refusal(paths.accounts, '{}')).toMatch(/accounts of the backup are damaged/);
    expect(await place.db.query('select 1 from users')).toEqual([]);

    // Hashes made anew, over rows that are none.
    const sum = new RowSum();
    sum.add('{"seq":');
    const anew = withTables({ ...made.tables, messages: sum.end() });
    await writeFile(paths.rows('messages'), '{"seq":\n');
    expect(await refusal(paths.manifest, anew)).toMatch(/rows of messages do not fit into their table/);
    await writeFile(paths.rows('messages'), rows);
    await restoreBackup(place, to);
    expect(await readFile(place.accounts, 'utf8')).toBe('{"users":[],"oobs":[]}');
  });

  test('that is signed is refused when its hashes were recomputed or its signature was removed', async () => {
    const [to, plain] = [join(folder, 'signed'), join(folder, 'unsigned')];
    const key = 'a key of at least thirty-two characters';
    await backUp({ ...parts(), key }, to);
    await backUp(parts(), plain);
    const { manifest, rows } = backupPaths(to);
    const good = [await readFile(manifest, 'utf8'), await readFile(rows('messages'), 'utf8')] as const;
    const changed = good[1].replace('First', 'Frist');
    expect(changed).not.toBe(good[1]);
    const sum = new RowSum();
    for (const row of changed.split('\n').slice(0, -1)) sum.add(row);
    const made = JSON.parse(good[0]);
    await writeFile(rows('messages'), changed);
    await writeFile(manifest, JSON.stringify({ ...made, tables: { ...made.tables, messages: sum.end() } }));
    const place = { ...(await emptyPlace()), key };
    await expect(restoreBackup(place, to)).rejects.toThrow(/signature of the backup .* is not by BACKUP_KEY/);
    await writeFile(manifest, good[0]);
    await writeFile(rows('messages'), good[1]);
    await expect(restoreBackup({ ...place, key: `${key}!` }, to)).rejects.toThrow(/not by BACKUP_KEY/);
    await expect(restoreBackup(place, plain)).rejects.toThrow(/is not signed, though BACKUP_KEY is set/);
    await expect(restoreBackup(place, to, plain)).rejects.toThrow(/is not signed/);
    expect(await place.db.query('select 1 from users')).toEqual([]);
    expect(await restoreBackup(place, to)).toMatchObject({ made: made.made });
    // Without the key, a signed one is restored like any other.
    await restoreBackup(await emptyPlace(), to);
  });

  test('is made from and restored to a bucket, whose other files stay, also when it fails', async () => {
    const to = join(folder, 'bucket');
    await newJob(server, {}, { files: [samples.png] });
    await backUp(parts(), to);
    const store = await newStore('s3');
    ends.push(() => store.end());
    const bucket = await store.open();
    const place = { ...(await emptyPlace()), files: bucket };
    const rows = await server.db.query<{ key: string }>('select key from attachments order by seq');
    const [there = '', damaged = ''] = rows.map(({ key }) => key);
    await bucket.put(there, await server.files.get(there));

    const path = backupPaths(to).file(damaged);
    const good = await readFile(path);
    await appendFile(path, 'x');
    await expect(restoreBackup(place, to)).rejects.toThrow(/damaged/);
    expect(await store.names()).toEqual([there]);

    await writeFile(path, good);
    await restoreBackup(place, to);
    expect((await store.names()).sort()).toEqual(rows.map(({ key }) => key).sort());
    expect(await backUp({ ...parts(), ...place }, join(folder, 'from-bucket'))).toContain(
      `${rows.length} files`,
    );
  });

  test('is restored only into an empty database, and written only into a new folder', async () => {
    const to = join(folder, 'once');
    await backUp(parts(), to);
    await expect(backUp(parts(), to)).rejects.toThrow(/already exists/);
    const place = await emptyPlace();
    await restoreBackup(place, to);
    await expect(restoreBackup(place, to)).rejects.toThrow(/already has users/);
    const started = await emptyPlace();
    await vapidKeys(started.db);
    await expect(restoreBackup(started, to)).rejects.toThrow(
      /A server was started with this database: it has rows of vapid_keys/,
    );
    expect(await readdir(folder)).not.toContain('once.part');
  });

  test('that cannot be written is refused, and the server that makes it goes on', async () => {
    const uncaught = vi.fn();
    process.on('uncaughtException', uncaught);
    onTestFinished(() => void process.off('uncaughtException', uncaught));
    const table = '"no/folder of that name"';
    await server.db.query(`create table ${table} (n int)`);
    onTestFinished(async () => void (await server.db.query(`drop table ${table}`)));
    const to = join(folder, 'unwritable');
    const failure = await backUp(parts(), to).catch(String);
    expect(uncaught).not.toHaveBeenCalled();
    expect(failure).toContain('Couldn’t write the backup: ENOENT');
    expect(existsSync(to)).toBe(false);
  });

  test('that lacks a stored file is not made, and the sentence names it, unless told to leave out what is lost', async () => {
    await newJob(server, {}, { files: [samples.pdf] });
    const [file] = await server.db.query<{ key: string }>('select key from attachments order by seq desc');
    const key = file?.key ?? '';
    const get = async (asked: string) => server.files.get(asked === key ? 'f'.repeat(48) : asked);
    const made = backUp({ ...parts(), files: { ...server.files, get } }, join(folder, 'lacking'));
    const error: unknown = await made.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toContain(`A file is missing from the store: ${key}.`);
    // Nothing of it stays, which may be what filled the disk.
    expect((await readdir(folder)).filter((name) => name.startsWith('lacking'))).toEqual([]);
    // Lost for good, it must not keep the firm from backups: told to, one is made of all the rest.
    const to = join(folder, 'without-lost');
    const damaged = {
      ...server.files,
      get: async (asked: string) => (asked === key ? Readable.from(['other']) : server.files.get(asked)),
    };
    for (const store of [damaged, { ...server.files, get }]) {
      await rm(to, { recursive: true, force: true });
      expect(await backUp({ ...parts(), files: store }, to, true)).toContain(
        `, without 1 that the store has lost: ${key}.`,
      );
      expect(existsSync(backupPaths(to).file(key))).toBe(false);
    }
    const place = await emptyPlace();
    expect((await restoreBackup(place, to)).lost).toEqual([key]);
    await expect(place.files.get(key)).rejects.toThrow(FileMissing);
    expect(await sumsOf(place.db)).toMatchObject({ attachments: (await sumsOf(server.db)).attachments });
    // A store that has nothing is another store.
    const none = { ...server.files, get: async () => server.files.get('f'.repeat(48)) };
    await expect(backUp({ ...parts(), files: none }, join(folder, 'other-store'), true)).rejects.toThrow(
      'The store has none of the database’s files',
    );
  });

  test('that is ordered again while it is made is refused, and the first can be restored', async () => {
    const to = join(folder, 'twice');
    await newJob(server, {}, { files: [samples.pdf] });
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    async function get(key: string) {
      begun.resolve();
      await goOn.promise;
      return server.files.get(key);
    }
    const first = backUp({ ...parts(), files: { ...server.files, get } }, to);
    await begun.promise;
    // A row that the first has not read.
    await newJob(server);
    const second = backUp(parts(), to).catch((error: unknown) => error);
    goOn.resolve();
    expect(await first).toContain('Backup complete');
    expect(String(await second)).toContain('is under way already');
    await restoreBackup(await emptyPlace(), to);
    // Another folder, and this one once it is gone, can be written.
    await rm(to, { recursive: true });
    expect(await backUp(parts(), to)).toContain('Backup complete');
  });

  test('that another process is making is left alone', async () => {
    const to = join(folder, 'by-two-processes');
    const lock = join(import.meta.dirname, '../../../server/data/takeLock.ts');
    const script = `import { takeLock } from ${JSON.stringify(lock)};
      globalThis.lock = takeLock(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, `${to}.lock`]);
    onTestFinished(() => void other.kill('SIGKILL'));
    await once(other.stdout, 'data');
    await mkdir(`${to}.part`);
    await expect(backUp(parts(), to)).rejects.toThrow('is under way already');
    expect(existsSync(`${to}.part`)).toBe(true);
    // Killed, it leaves its half, and keeps nobody from another one.
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(await backUp(parts(), to)).toContain('Backup complete');
    const left = (await readdir(folder)).filter((name) => name.startsWith('by-two-processes'));
    expect(left).toEqual(['by-two-processes']);
  });

  test('of an earlier version is migrated, one of a later version is refused', async () => {
    const to = join(folder, 'earlier');
    await backUp(parts(), to);
    const migrations = join(folder, 'migrations');
    await cp(new URL('../../../server/migrations/', import.meta.url), migrations, { recursive: true });
    await writeFile(
      join(migrations, '999_moods.sql'),
      "alter table messages add column mood text not null default 'calm'",
    );
    const later = { migrations: pathToFileURL(`${migrations}/`) };
    const place = await emptyPlace(false);
    const { migrations: its } = await restoreBackup({ ...place, ...later }, to);
    expect(its).toEqual(shippedMigrations);
    const moods = await place.db.query('select distinct mood from messages');
    expect(moods).toEqual([{ mood: 'calm' }]);

    const newer = await emptyPlace();
    await migrate(newer.db, { folder: later.migrations });
    await expect(restoreBackup({ ...newer, ...later }, to)).rejects.toThrow(/newer than the backup/);

    const { manifest } = backupPaths(to);
    const made = JSON.parse(await readFile(manifest, 'utf8'));
    await writeFile(manifest, JSON.stringify({ ...made, migrations: [...its, '999_later.sql'] }));
    await expect(restoreBackup(await emptyPlace(), to)).rejects.toThrow(
      /999_later\.sql is of a later version/,
    );
  });

  test('contains no pending notifications', async () => {
    const to = join(folder, 'news');
    await newJob(server, { message: 'News' });
    expect(await server.db.query('select 1 from events')).not.toEqual([]);
    await backUp(parts(), to);
    const place = await emptyPlace();
    await restoreBackup(place, to);
    expect(await place.db.query('select 1 from events')).toEqual([]);
  });

  test('contains no sign-ups, which nobody could erase in a restored database', async () => {
    const to = join(folder, 'signed-up');
    await signUp(server, { email: 'typed@guest.test', uid: 'uid-typed', verified: false });
    await backUp(parts(), to);
    expect(await readdir(join(to, 'rows'))).toContain('users.jsonl');
    for (const name of await readdir(join(to, 'rows'))) {
      expect(await readFile(join(to, 'rows', name), 'utf8'), name).not.toContain('typed@guest.test');
    }
  });

  test('from before an erasure restores no erased user when a later backup lists them', async () => {
    const [early, late] = [join(folder, 'early'), join(folder, 'late')];
    await savePeople(server.db, [client], startOfTime);
    const { jobId } = await newJob(server, { jobReporter: client.email }, { as: 'admin' });
    await backUp(parts(), early);
    const order = { as: 'admin', body: { email: client.email, keepCompany: false } } as const;
    const { pseudonym } = (await server.call('eraseUser', order)).answer;
    await backUp(parts(), late);

    const place = await emptyPlace();
    expect((await restoreBackup(place, early, late)).erasedAgain).toBe(1);
    expect(await found(place.db, [...wordsOf(canaries.client), client.uid])).toEqual([]);
    expect(await place.db.query('select job_reporter from jobs where job_id = $1', [jobId])).toEqual([
      { job_reporter: pseudonym },
    ]);
  });

  test('from before an erasure of its only admin restores them no more, whoever was admin by then', async () => {
    const [early, late] = [join(folder, 'only-admin'), join(folder, 'other-admin')];
    const own = await start();
    const its = { ...parts(), db: own.db, files: own.files };
    await backUp(its, early);
    await own.db.query("update users set user_type = 'ADMIN' where email = $1", [people.employee.email]);
    const body = { email: people.admin.email, keepCompany: false };
    expect((await own.call('eraseUser', { as: 'employee', body })).status).toBe(200);
    await backUp(its, late);

    const place = await emptyPlace();
    expect((await restoreBackup(place, early, late)).erasedAgain).toBe(1);
    expect(await found(place.db, [people.admin.email])).toEqual([]);
  });

  test('from before an erasure restores nobody who was only invited then, with a job or without', async () => {
    const [early, late] = [join(folder, 'before-invited'), join(folder, 'after-invited')];
    const guests = ['expected', 'comes', 'invited', 'registers'].map((name) => `${name}@guest.test`);
    const [expected = '', comes = '', invited = '', registers = ''] = guests;
    for (const jobReporter of [expected, comes]) {
      await newJob(server, { jobReporter, invitesClient: true } as object, { as: 'admin' });
    }
    await invite(server, 'admin', invitee(invited), invitee(registers));
    await backUp(parts(), early);
    await invite(server, 'admin', invitee(comes), invitee(registers));
    for (const email of [comes, registers]) expect((await register(server, email)).status).toBe(200);
    for (const email of guests) {
      const order = { as: 'admin', body: { email, keepCompany: false } } as const;
      expect((await server.call('eraseUser', order)).status).toBe(200);
    }
    await backUp(parts(), late);

    const place = await emptyPlace();
    expect((await restoreBackup(place, early, late)).erasedAgain).toBe(4);
    expect(await found(place.db, guests)).toEqual([]);
  });
});
