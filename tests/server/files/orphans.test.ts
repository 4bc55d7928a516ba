import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fileColumns } from '../../../server/data/messages/fileKeys.ts';
import { addSchedules, lastResult } from '../../../server/data/schedules.ts';
import { notBackedUp } from '../../../server/data/tableRows.ts';
import { leaseTask } from '../../../server/data/tasks.ts';
import { type Files, newFileKey } from '../../../server/files/files.ts';
import { checkFilesByCommand } from '../../../server/uploads/checkFilesByCommand.ts';
import { checkStore, storeCheck } from '../../../server/uploads/checkStore.ts';
import { newDatabase } from '../../support/database/databases.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { newStore, storeKinds, type TestStore } from '../../support/files/stores.ts';
import { newJob } from '../../support/server/jobs.ts';
import { onOneDatabase, onPostgres, type TestServer } from '../../support/server/server.ts';

const hourMs = 3_600_000;
const afterDays = (days: number) => () => Date.now() + days * 24 * hourMs;

async function* someBytes() {
  yield Buffer.from('some bytes');
}

async function putOrphans(files: Files, count: number, start = ''): Promise<string[]> {
  const keys = Array.from({ length: count }, () => start + newFileKey().slice(start.length));
  await Promise.all(keys.map((key) => files.put(key, someBytes())));
  return keys;
}

describe.each(storeKinds)('in a store of the kind %s', (kind) => {
  onPostgres('files and rows', (start) => {
    let store: TestStore;
    let files: Files;
    let server: TestServer;
    let kept: string;
    beforeAll(async () => {
      store = await newStore(kind);
      files = await store.open();
      server = await start({ files, errorsExpected: true });
      const { attachments } = await newJob(server, {}, { files: [samples.pdf] });
      kept = attachments[0]?.key ?? '';
    });
    afterAll(() => store.end());

    it('are compared: unused files older than a day are removed, and nothing else', async () => {
      const [orphan = ''] = await putOrphans(files, 1);
      const parts = { db: server.db, files };
      const young = await checkStore({ ...parts, now: afterDays(0.99) }, 'all');
      expect(young).toMatchObject({ stored: 2, orphaned: 0, removed: 0, missing: 0 });
      const looked = await checkStore({ ...parts, now: afterDays(1.01) }, 'none');
      expect(looked).toMatchObject({ stored: 2, orphaned: 1, orphanedBytes: 10, removed: 0, missing: 0 });
      expect((await store.names()).sort()).toEqual([kept, orphan].sort());
      const removed = await checkStore({ ...parts, now: afterDays(1.01) }, 'few', { few: 1 });
      expect(removed).toMatchObject({ stored: 2, orphaned: 1, removed: 1, missing: 0, suspicious: false });
      expect(await store.names()).toEqual([kept]);
    });

    it('are compared by several processes at once without harm', async () => {
      await putOrphans(files, 12);
      const parts = { db: server.db, files, now: afterDays(2) };
      const found = await Promise.all([1, 2, 3].map(() => checkStore(parts, 'few')));
      expect(found.every(({ missing }) => missing === 0)).toBe(true);
      expect(await store.names()).toEqual([kept]);
    });

    it('report a missing file by its key', async () => {
      const own = await newJob(server, {}, { files: [samples.png] });
      const key = own.attachments[0]?.key ?? '';
      await files.remove(key);
      const found = await checkStore({ db: server.db, files, now: Date.now }, 'few');
      expect(found).toMatchObject({ stored: 1, missing: 1, missingKeys: [key] });
      await server.db.query('delete from attachments where key = $1', [key]);
    });
  });
});

onOneDatabase('an unused file', (start) => {
  const server = start.forAll({ errorsExpected: true });
  beforeAll(async () => {
    await newJob(server, {}, { files: [samples.pdf] });
  });

  it('stays when a row names it during the check', async () => {
    const { db, files } = server;
    const [orphan = ''] = await putOrphans(files, 1, '00');
    let named = false;
    const list: Files['list'] = (beginning) => {
      if (beginning !== 'ff') return files.list(beginning);
      return (async function* () {
        // Long after its own part was compared.
        await db.query(
          `insert into attachments (key, job_id, file_name, content_type, size, sha256, uploaded_by, created)
            select $1, job_id, file_name, content_type, size, sha256, uploaded_by, created from attachments limit 1`,
          [orphan],
        );
        named = true;
        yield* files.list(beginning);
      })();
    };
    const found = await checkStore({ db, files: { ...files, list }, now: afterDays(2) }, 'few', { few: 0 });
    expect(named).toBe(true);
    expect(found).toMatchObject({ orphaned: 1, removed: 0 });
    expect(await server.storedFiles()).toContain(orphan);
    await db.query('delete from attachments where key = $1', [orphan]);
    await files.remove(orphan);
  });

  it('is not a chunk of an upload, and a chunk that is not written yet is not missing', async () => {
    const { db, files } = server;
    const [piece = ''] = await putOrphans(files, 1);
    await db.query(
      `insert into uploads (upload_id, uid, size, metadata, created, expires) values ('an-upload', 'a-uid', 20, '{}', 0, 0)`,
    );
    for (const key of [piece, newFileKey()]) {
      await db.query(`insert into upload_pieces (key, upload_id, start) values ($1, 'an-upload', 0)`, [key]);
    }
    const found = await checkStore({ db, files, now: afterDays(2) }, 'few');
    expect(found).toMatchObject({ orphaned: 0, removed: 0, missing: 0 });
    await db.query('delete from uploads');
    await files.remove(piece);
  });

  it('stays unless an operator removes it when there are many', async () => {
    const parts = { db: server.db, files: server.files, now: afterDays(2) };
    await putOrphans(server.files, 21);
    const found = await checkStore(parts, 'few');
    expect(found).toMatchObject({ orphaned: 21, removed: 0, suspicious: true });
    const said = await checkFilesByCommand(parts, false);
    expect(said).toContain('Unused files older than a day: 21 files (210 bytes).');
    expect(said).toContain('this database belongs to this file store');
    expect(await checkFilesByCommand(parts, true)).toContain('Removed: 21 files.');
    expect(await server.storedFiles()).toHaveLength(1);
  });

  it('stays when the database knows no file of the store', async () => {
    const empty = await start();
    await putOrphans(empty.files, 2);
    const parts = { db: empty.db, files: empty.files, now: afterDays(2) };
    const found = await checkStore(parts, 'few');
    expect(found).toMatchObject({ orphaned: 2, removed: 0, suspicious: true });
    // Nor by an operator: the address of the database may be wrong, or missing.
    const said = await checkFilesByCommand(parts, true);
    expect(said).toContain('Removed: 0 files.\nThat’s unusually many.');
    expect(await empty.storedFiles()).toHaveLength(2);
  });

  it('is removed within a day, and the metrics report it', async () => {
    const own = await start({ checkStore: true, wakeUpMs: 20 });
    await newJob(own, {}, { files: [samples.pdf] });
    const [orphan = ''] = await putOrphans(own.files, 1);
    expect(await own.app.metrics.text()).not.toContain('store_files{');
    await expect
      .poll(async () => (await own.db.query("select 1 from tasks where dedupe_key = 'check-store'")).length)
      .toBe(1);
    own.clock.nowMs = Date.now() + 48 * hourMs;
    await expect.poll(() => lastResult(own.db, storeCheck.name)).not.toBeNull();
    expect(await own.storedFiles()).not.toContain(orphan);
    const text = await own.app.metrics.text();
    expect(text).toContain('store_files{state="stored"} 2');
    expect(text).toContain('store_files{state="removed"} 1');
    expect(text).toContain('store_files{state="missing"} 0');
    expect(text).toMatch(
      /^store_checked_timestamp_seconds 1\.\d+e\+09|^store_checked_timestamp_seconds \d{10}/m,
    );
  });
});

onPostgres('the check of the store', (start) => {
  it('runs in one of all processes when it is due', async () => {
    // Of no server: its own queue would take the schedule, which has long been due by its clock.
    const { db, end } = await newDatabase('postgres');
    onTestFinished(end);
    await addSchedules(db, [{ name: 'check-store', firstSeconds: 100 }], 1000);
    const claim = (now: number) => leaseTask(db, { kind: 'schedule', pool: '', now, leaseSeconds: 50 });
    const several = async (now: number) =>
      (await Promise.all([1, 2, 3, 4].map(() => claim(now)))).filter((task) => task !== null);
    expect(await several(1000)).toHaveLength(0);
    expect(await several(1099)).toHaveLength(0);
    expect(await several(1100)).toHaveLength(1);
    expect(await several(1149)).toHaveLength(0);
    // Whoever took it on never came to an end.
    expect(await several(1150)).toHaveLength(1);
  });

  /** Columns of keys that are not files'. */
  const otherKeys = [
    'deliverables.key',
    'firm_keys.private_key',
    'firm_keys.public_key',
    'idempotency.key',
    'jobs.duplicate_key',
    'messages.key',
    'staff_notes.key',
    'tasks.dedupe_key',
    'vapid_keys.private_key',
    'vapid_keys.public_key',
  ];

  it('reads every table that names files', async () => {
    const { db } = await start();
    const columns = await db.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname ~ '(^|_)keys?$'
          and not exists (select 1 from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any(f.conkey))
        order by 1`,
    );
    const known = [...fileColumns.map(({ table, column }) => `${table}.${column}`), ...otherKeys].sort();
    expect(columns.map(({ name }) => name)).toEqual(known);
  });

  it('requires no file of tables whose rows have none in a backup', async () => {
    const tables = fileColumns.map(({ table }) => table).filter((table) => table !== 'attachments');
    expect(tables.filter((table) => !notBackedUp.includes(table))).toEqual([]);
  });
});
