import { resolve } from 'node:path';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { hasAdmin } from '../data/users/users.ts';
import { StartError } from '../errors/startError.ts';
import { readConfig } from '../settings/config.ts';
import { dataPaths, openDataDir } from '../start/dataDir.ts';
import { openAsIs } from '../start/openDatabase.ts';
import { openFiles } from '../start/openFiles.ts';
import { runCommand } from '../start/program.ts';

/**
 * `npm run restore -- <folder> [<later backup>]`: restores a backup into an empty data folder, or an empty database and store;
 * users whom the later backup lists as erased are erased again.
 */
await runCommand(async ({ onClose, done }) => {
  const given = process.argv[2];
  if (!given) throw new StartError('Usage: npm run restore -- /backups/monday');
  const config = readConfig(process.env);
  const lock = openDataDir(config.dataDir);
  onClose(() => lock.release());
  const db = await openAsIs(config);
  onClose(() => db.close());
  const { accounts, seed } = dataPaths(config.dataDir);
  const files = await openFiles(config);
  const later = process.argv[3];
  const manifest = await restoreBackup(
    { db, files, accounts, seed, key: config.backupKey },
    resolve(given),
    later && resolve(later),
  );
  // Without the settings of the server, it is the embedded database: better read now than once the server has started with another one.
  const place =
    config.databaseUrl === '' ? `the data folder ${config.dataDir}` : 'the database in DATABASE_URL';
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `Restored the ${manifest.made} backup into ${place}: ${rows} rows and ${manifest.files.count} files, all verified.\n`,
  );
  if (manifest.lost)
    process.stdout.write(`Not in the backup, since the store had lost them: ${manifest.lost.join(', ')}.\n`);
  if (later)
    process.stdout.write(`${manifest.erasedAgain} users deleted since the backup were deleted again.\n`);
  if (!(await hasAdmin(db)))
    process.stdout.write('It has no admin. Make a user one with npm run admin -- ada@example.com.\n');
  done();
});
