import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { email as emailRule } from '../../src/contract/fields.ts';
import { StartError } from '../errors/startError.ts';
import { readConfig } from '../settings/config.ts';
import { accountAdminOf } from '../start/accountAdmin.ts';
import { giveOrder } from '../start/control.ts';
import { openForCommand } from '../start/openDatabase.ts';
import { runCommand } from '../start/program.ts';
import { eraseByCommand } from '../users/eraseByCommand.ts';

const usage =
  'Usage: npm run erase -- ada@example.com. Add --keep-company to keep the company name on their jobs.';

function given(): { email: string; keepCompany: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'keep-company': { type: 'boolean' } },
    });
    return { email: v.parse(emailRule, positionals[0]), keepCompany: values['keep-company'] ?? false };
  } catch {
    throw new StartError(usage);
  }
}

/** `npm run erase -- ada@example.com`: removes a user from everything but the jobs, whether or not the product is running. */
await runCommand(async ({ onClose, done }) => {
  const order = given();
  const config = readConfig(process.env);
  // A running server erases the user itself.
  let said = await giveOrder(config.dataDir, 'erase', JSON.stringify(order));
  if (said === null) {
    const db = await openForCommand(config, onClose, config.databaseUrl === '');
    said = await eraseByCommand(
      { db, now: Date.now, deletesAccount: accountAdminOf(config) !== null },
      order,
    );
  }
  process.stdout.write(`${said}\n`);
  done();
});
