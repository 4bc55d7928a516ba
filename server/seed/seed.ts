import { readFile, rename, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { isStaff } from '../../src/contract/enums.ts';
import { phoneRegions, setPhoneRegions } from '../../src/contract/users/phoneRegions.ts';
import { userNameOf } from '../../src/contract/users/user.ts';
import { type AppOptions, buildApp } from '../app.ts';
import { dropNotifications } from '../data/notify/emailQueue.ts';
import { listProfiles } from '../data/users/profilePage.ts';
import { openCounters } from '../log/counters.ts';
import { makeAdmin } from '../users/makeAdmin.ts';
import { actionsOf } from './actions.ts';
import { signInAs } from './demoAccounts.ts';
import { seedChecklists } from './demoChecklists.ts';
import { agreedDates, seedDueRules } from './demoDueDates.ts';
import { admin, people } from './people.ts';
import { seedJobs } from './plan.ts';
import { type SeedCalls, seedCalls } from './seedCalls.ts';

const hourMs = 3_600_000;
const registeredHoursAgo = 24 * 90;

/** The progress of the demo data, a file beside the database. */
const Progress = v.object({
  state: v.picklist(['begun', 'done', 'unwanted']),
  /** Milliseconds since 1970; "hours ago" counts from it. */
  startedAt: v.number(),
});
type Progress = v.InferOutput<typeof Progress>;

/** Returns the progress in `file`, or null when the demo data was never started. */
export async function seedProgress(file: string): Promise<Progress | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : v.parse(Progress, JSON.parse(text));
}

async function writeSeedProgress(file: string, progress: Progress): Promise<void> {
  await writeFile(`${file}.part`, JSON.stringify(progress), { flush: true });
  await rename(`${file}.part`, file);
}

async function registerUsers(calls: SeedCalls, db: AppOptions['db'], nowMs: number): Promise<void> {
  for (const user of people) {
    const { email, firstName, lastName, company, phoneNumber, address, userType, approved } = user;
    const payload = {
      email,
      firstName,
      lastName,
      company,
      phoneNumber,
      address,
      userName: userNameOf(user),
    };
    await calls.json('register', { as: user, key: 'seed-register' }, { ...payload, userType: 'CLIENT' });
    if (user === admin) await makeAdmin(db, email, nowMs);
    else if (approved) {
      const change = { email, userApproved: true, ...(isStaff(userType) ? { userType } : {}) };
      await calls.json('updateProfiles', { as: admin, key: `seed-approve-${email}` }, { profiles: [change] });
    }
  }
}

async function fill(options: AppOptions, startedAt: number): Promise<void> {
  const { emulator, db } = options;
  if (!emulator) throw new Error('The demo data is made in emulator mode only.');
  let clock = startedAt - registeredHoursAgo * hourMs;
  const mail = { async send() {}, async close() {} };
  const regions = phoneRegions();
  // The demo users have US phone numbers, whatever regions are configured.
  setPhoneRegions(['US', ...regions]);
  // Most of what the queue would do meanwhile are emails that are dropped in the end.
  const app = await buildApp({
    ...options,
    // The clock jumps by hours from call to call, so that the provider would be asked about the account at each.
    accounts: undefined,
    // The metrics are of the app that is started afterwards.
    counters: openCounters(),
    mail,
    now: () => clock,
    rateLimit: false,
    isQueueAwake: false,
  });
  try {
    const tokens = new Map<string, string>();
    for (const user of people) tokens.set(user.email, await signInAs(emulator, user));
    const calls = seedCalls(app, tokens);
    await registerUsers(calls, db, clock);
    await seedChecklists(calls);
    await seedDueRules(calls);
    const dates = await agreedDates(seedJobs, startedAt);
    for (const action of actionsOf(seedJobs, new Map(), dates)) {
      clock = startedAt - action.hoursAgo * hourMs;
      await action.run(calls);
    }
    // Demo data must not trigger emails.
    await dropNotifications(db);
    await app.background.send();
  } finally {
    setPhoneRegions(regions);
    await app.close();
  }
}

/**
 * Adds the demo data to an empty product, in emulator mode only, as if it had happened over the past weeks. Uses the server's own
 * routes with fixed idempotency keys: an interrupted seed is continued at the next start and repeats nothing.
 *
 * @param progressFile stores the progress
 * @param isWanted false: an empty product is to stay empty, also at later starts
 * @returns whether the demo data exists
 */
export async function seed(
  options: AppOptions,
  progressFile: string,
  print: (line: string) => void,
  isWanted = true,
): Promise<boolean> {
  if (!options.emulator) return false;
  const progress = await seedProgress(progressFile);
  if (progress?.state === 'done') return true;
  if (progress?.state === 'unwanted') return false;
  // The database has users already.
  if (progress === null && (await listProfiles(options.db, {})).items.length > 0) return false;
  if (progress === null && !isWanted) {
    await writeSeedProgress(progressFile, { state: 'unwanted', startedAt: 0 });
    return false;
  }
  const startedAt = progress?.startedAt ?? Date.now();
  print('Adding demo data…');
  await writeSeedProgress(progressFile, { state: 'begun', startedAt });
  await fill(options, startedAt);
  await writeSeedProgress(progressFile, { state: 'done', startedAt });
  return true;
}
