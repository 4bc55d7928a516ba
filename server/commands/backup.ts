import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '../backup/backUp.ts';
import { StartError } from '../errors/startError.ts';
import { readConfig } from '../settings/config.ts';
import { giveOrder } from '../start/control.ts';
import { dataPaths } from '../start/dataDir.ts';
import { openForCommand } from '../start/openDatabase.ts';
import { openFiles } from '../start/openFiles.ts';
import { runCommand } from '../start/program.ts';

/**
 * `npm run backup -- <new folder> [--without-lost]`: backs up rows and files of one moment, whether or not the product is running; where
 * told to, without the files that the store has lost.
 */
await runCommand(async ({ onClose, done }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'without-lost': { type: 'boolean', default: false } },
  });
  const [given] = positionals;
  if (!given) throw new StartError('Usage: npm run backup -- /backups/monday');
  const leavesOutLost = values['without-lost'];
  const folder = resolve(given);
  const config = readConfig(process.env);
  // A running server makes the backup itself.
  let said = await giveOrder(config.dataDir, leavesOutLost ? 'backup-without-lost' : 'backup', folder);
  if (said === null) {
    const db = await openForCommand(config, onClose, true);
    const { accounts } = dataPaths(config.dataDir);
    said = await backUp(
      { db, files: await openFiles(config), accounts, key: config.backupKey, now: Date.now },
      folder,
      leavesOutLost,
    );
  }
  process.stdout.write(`${said}\n`);
  done();
});
