import { readConfig } from '../settings/config.ts';
import { giveOrder } from '../start/control.ts';
import { openForCommand } from '../start/openDatabase.ts';
import { openFiles } from '../start/openFiles.ts';
import { runCommand } from '../start/program.ts';
import { checkFilesByCommand } from '../uploads/checkFilesByCommand.ts';

/** `npm run check-files [-- --remove]`: compares the stored files with the rows, whether or not the product is running. */
await runCommand(async ({ onClose, done }) => {
  const remove = process.argv.includes('--remove');
  const config = readConfig(process.env);
  let said = await giveOrder(config.dataDir, 'check-files', remove ? 'remove' : '');
  if (said === null) {
    const db = await openForCommand(config, onClose, true);
    said = await checkFilesByCommand({ db, files: await openFiles(config), now: Date.now }, remove);
  }
  process.stdout.write(`${said}\n`);
  done();
});
