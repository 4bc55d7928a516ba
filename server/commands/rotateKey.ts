import { rotateKeys } from '../data/proof/firmKeys.ts';
import { StartError } from '../errors/startError.ts';
import { readConfig } from '../settings/config.ts';
import { openForCommand } from '../start/openDatabase.ts';
import { runCommand } from '../start/program.ts';

/** `npm run rotate-key`, `npm run rotate-key -- stolen`: makes a new pair of keys for signature reports (`RUNBOOK.md`). */
await runCommand(async ({ onClose, done }) => {
  const [, , word, ...more] = process.argv;
  if (more.length > 0 || (word !== undefined && word !== 'stolen'))
    throw new StartError('Usage: npm run rotate-key, or npm run rotate-key -- stolen');
  const config = readConfig(process.env);
  const db = await openForCommand(config, onClose, config.databaseUrl === '');
  const now = Math.floor(Date.now() / 1000);
  const from = await db.tx((tx) => rotateKeys(tx, { stolen: word === 'stolen', now }));
  process.stdout.write(`The new key signs from ${new Date(from * 1000).toISOString()} on.\n`);
  done();
});
