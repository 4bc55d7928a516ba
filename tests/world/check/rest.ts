import { isStaff, type UserType } from '../../../src/contract/enums.ts';
import type { JobStats } from '../../../src/contract/jobs/job.ts';
import { people } from '../../support/server/people.ts';
import type { Device } from '../client/Device.ts';
import type { Screen } from '../client/screens.ts';
import type { UserName, World } from '../World.ts';
import type { Checks } from './Checks.ts';
import { checkDecisions } from './decisions.ts';
import { checkErasures } from './erasures.ts';
import { checkFiles } from './files.ts';

type JobRow = { jobId: string; status: string; project: string; reporter: string };
type MessageRow = { content: string; status: string };

/** Checks, once everything is calm, that nothing is lost, and that what was to be sent is sent. */
export async function checkRest(checks: Checks): Promise<void> {
  checkNothingLost(checks, await savedTexts(checks));
  await checkDecisions(checks);
  await checkFiles(checks);
  await checkErasures(checks);
  await checkTasks(checks);
}

/** Checks that every screen agrees with the database. */
export async function checkScreens(checks: Checks): Promise<void> {
  const { world } = checks;
  const jobs = await world.db.query<JobRow>(
    'select job_id as "jobId", status, project, job_reporter as reporter from jobs order by seq desc',
  );
  for (const device of world.devices)
    for (const { page } of device.pages) await checkScreen(checks, device, page.screen(), jobs);
}

/** Returns what was saved under a name of its own. */
async function savedTexts({ world }: Checks): Promise<ReadonlySet<string>> {
  const rows = await world.db.query<{ text: string }>(
    'select content as text from saved_replies union all select name from saved_views',
  );
  return new Set(rows.map(({ text }) => text));
}

/** Everything that was handed over has arrived, waits for its user, or was refused and says so. */
function checkNothingLost({ ledger, check, world }: Checks, saved: ReadonlySet<string>): void {
  const shown = new Set(
    world.devices.flatMap(({ pages }) =>
      pages.flatMap(({ page }) => page.screen().waiting.map(({ key }) => key)),
    ),
  );
  for (const intent of ledger.intents.values()) {
    if (intent.order === 0 || intent.content === '' || intent.isUndone || intent.isEnded) continue;
    if (ledger.erased.has(intent.user)) continue;
    const isThere = ledger.rowsOf(intent.content).length === 1 || saved.has(intent.content);
    check.call(
      world.checks,
      'nothing is lost',
      isThere || shown.has(intent.key) || isElsewhere(world, intent.user, intent.device),
      () => `${intent.kind} ${intent.content} of ${intent.device}`,
    );
  }
}

/** Whether a user is not signed in on the device where they left something. */
function isElsewhere(world: World, user: UserName, name: string): boolean {
  const device = world.devices.find((one) => one.name === name);
  return device !== undefined && device.signedIn?.uid !== people[user].uid;
}

async function checkScreen(
  checks: Checks,
  device: Device,
  screen: Screen,
  jobs: readonly JobRow[],
): Promise<void> {
  const { world } = checks;
  const name = (Object.keys(people) as UserName[]).find((one) => people[one].email === screen.email);
  if (!name) return;
  const isOfFirm = isStaff(checks.ledger.userType(name));
  const own = jobs.filter(({ reporter }) => isOfFirm || reporter === people[name].email);
  const listed = screen.jobs?.map(({ jobId, status, project }) => `${jobId} ${status} ${project}`);
  const expected = own.map(({ jobId, status, project }) => `${jobId} ${status} ${project}`);
  checks.check(
    'the list is that of the database',
    String(listed) === String(expected),
    () => `${device.name}: ${listed} instead of ${expected}`,
  );
  checkCounts(checks, device, screen, own);
  await checkInbox(checks, device, screen, isOfFirm);
  for (const chat of screen.chats) {
    const rows = await world.db.query<MessageRow>(
      'select content, status from messages where job_id = $1 order by sequence',
      [chat.jobId],
    );
    const shown = chat.messages.map(({ content, status }) => `${content} ${status}`).join('; ');
    const there = rows.map(({ content, status }) => `${content} ${status}`).join('; ');
    checks.check(
      'a chat is that of the database',
      shown === there,
      () => `${device.name}: ${shown} instead of ${there}`,
    );
    const newRows = rows.filter(({ status }) => status === 'NEW').length;
    const job = screen.jobs?.find(({ jobId }) => jobId === chat.jobId);
    checks.check(
      'a job counts its new messages',
      job === undefined || job.newMessages <= newRows,
      () => `${device.name}: ${job?.newMessages} of ${newRows}`,
    );
  }
}

/** The counts beside the list are those of its rows. */
function checkCounts(checks: Checks, device: Device, { stats, jobs }: Screen, own: readonly JobRow[]): void {
  if (!stats || !jobs) return;
  const { total, byStatus } = stats as JobStats;
  const counted = Map.groupBy(own, ({ status }) => status);
  const isRight = Object.entries(byStatus).every(([status, n]) => n === (counted.get(status)?.length ?? 0));
  const text = () => `${device.name}: ${JSON.stringify(stats)} for ${own.length} jobs`;
  checks.check('counts are those of the list', total === own.length && isRight, text);
}

const isOpen = `(m.from_user_type = 'CLIENT') = $2::boolean and not exists (
  select 1 from messages o where o.job_id = m.job_id and o.sequence > m.sequence
    and (o.from_user_type = 'CLIENT') <> (m.from_user_type = 'CLIENT'))`;
const isPutOff = `exists (select 1 from snoozes s where s.email = $3 and s.job_id = m.job_id and s.until > $4::bigint
  and s.seen >= (select max(l.sequence) from messages l
    where l.job_id = m.job_id and (l.from_user_type = 'CLIENT') = (m.from_user_type = 'CLIENT')))`;
const messagesTo = `
  select count(*) filter (where m.to_user = any($1::text[])) as new,
    count(*) filter (where m.to_user = $3 and ${isOpen} and not ${isPutOff}) as needed,
    count(*) filter (where m.to_user = any($1::text[]) and ${isOpen} and ${isPutOff}) as snoozed
  from messages m join jobs j using (job_id) where m.status = 'NEW' and ($2::boolean or j.job_reporter = $3)`;

/** Checks what a push counts, by the clock of its server, which is right but for two seconds. */
export async function checkInboxCount(
  { world, check }: Checks,
  email: string,
  unread: number,
  db: Pick<World['db'], 'query'>,
): Promise<void> {
  const [user] = await db.query<{ type: UserType }>('select user_type as type from users where email = $1', [
    email,
  ]);
  const isOfFirm = user !== undefined && isStaff(user.type);
  const counts: number[] = [];
  for (const leadSeconds of [-2, 2]) {
    const at = Math.floor(world.now() / 1000) + leadSeconds;
    const [row] = await db.query<{ needed: number }>(messagesTo, [[email], isOfFirm, email, at]);
    counts.push(row?.needed ?? 0);
  }
  const text = () => `${email}: ${unread} instead of ${counts}`;
  const isRight = unread >= Math.min(...counts) && unread <= Math.max(...counts);
  check.call(world.checks, 'a push counts the inbox', isRight, text);
}

/** The inbox, and the number of new messages, are of those that are addressed to the user. */
async function checkInbox(checks: Checks, device: Device, screen: Screen, isOfFirm: boolean): Promise<void> {
  const { email, inbox, stats, counted } = screen;
  const addressees = isOfFirm ? [email, ''] : [email];
  const { world } = checks;
  const seconds = Math.floor(world.now() / 1000);
  const [row = { new: 0, needed: 0, snoozed: 0 }] = await world.db.query<{
    new: number;
    needed: number;
    snoozed: number;
  }>(messagesTo, [addressees, isOfFirm, email, seconds]);
  const fresh = (stats as JobStats | null)?.newMessages;
  const text = () => `${device.name}: ${JSON.stringify({ inbox, counted, fresh })} of ${JSON.stringify(row)}`;
  const isListed = inbox?.needed.length === row.needed && inbox.snoozed.length === row.snoozed;
  checks.check('the inbox is that of the database', inbox === null || isListed, text);
  const isCounted = counted?.['needs-answer'] === row.needed && counted.snoozed === row.snoozed;
  checks.check('the inbox is counted as it is listed', counted === null || isCounted, text);
  checks.check('new messages are those of the database', fresh === undefined || fresh === row.new, text);
  checks.check(
    'the badge is the number of the inbox',
    counted === null || device.badge === row.needed,
    () => `${device.name}: ${device.badge} of ${JSON.stringify(row)}`,
  );
}

/** No email or push waits any more that could be sent. */
async function checkTasks(checks: Checks): Promise<void> {
  const left = await checks.world.tasksLeft();
  checks.check('everything that was to be sent is sent', left.length === 0, () => JSON.stringify(left));
}
