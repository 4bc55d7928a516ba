import { resolve } from 'node:path';
import { backUp } from '../backup/backUp.ts';
import { StartError } from '../errors/startError.ts';
import { readConfig } from '../settings/config.ts';
import { giveOrder } from '../start/control.ts';
import { dataPaths, openDataDir } from '../start/dataDir.ts';
import { openDatabase } from '../start/openDatabase.ts';
import { openFiles } from '../start/openFiles.ts';
import { runProgram } from '../start/program.ts';

/** `npm run backup -- <new folder>`: backs up rows and files of one moment, whether or not the product is running. */
await runProgram(async ({ onClose, done }) => {
  const given = process.argv[2];
  if (!given) throw new StartError('Usage: npm run backup -- /backups/monday');
  const folder = resolve(given);
  const config = readConfig(process.env);
  // A running server makes the backup itself.
  let said = await giveOrder(config.dataDir, 'backup', folder);
  if (said === null) {
    const lock = openDataDir(config.dataDir);
    onClose(() => lock.release());
    const db = await openDatabase(config);
    onClose(() => db.close());
    const { accounts } = dataPaths(config.dataDir);
    said = await backUp(
      { db, files: await openFiles(config), accounts, key: config.backupKey, now: Date.now },
      folder,
    );
  }
  process.stdout.write(`${said}\n`);
  done();
});
