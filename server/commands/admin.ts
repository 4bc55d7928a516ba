import * as v from 'valibot';
import { email as emailRule } from '../../src/contract/fields.ts';
import { StartError } from '../errors/startError.ts';
import { readConfig } from '../settings/config.ts';
import { openForCommand } from '../start/openDatabase.ts';
import { runCommand } from '../start/program.ts';
import { makeAdmin } from '../users/makeAdmin.ts';

/** `npm run admin -- ada@example.com`: makes a registered user an admin. */
await runCommand(async ({ onClose, done }) => {
  const given = v.safeParse(emailRule, process.argv[2]);
  if (!given.success) throw new StartError('Usage: npm run admin -- ada@example.com');
  const config = readConfig(process.env);
  const db = await openForCommand(config, onClose, config.databaseUrl === '');
  const profile = await makeAdmin(db, given.output, Date.now());
  if (!profile) {
    throw new StartError(
      `No account found for ${given.output}. They need to sign up and complete their profile first.`,
    );
  }
  process.stdout.write(`${profile.userName} (${profile.email}) is now an admin.\n`);
  done();
});
