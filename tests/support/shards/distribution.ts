/**
 * Where the rows of a table would be on a database of several nodes: on the shard of a value of a column; on every node (`reference`); or
 * on one node alone (`local`).
 */
export type Home = { by: string; column: string } | 'reference' | 'local';
export type Distribution = Readonly<Record<string, Home>>;

const byJob = { by: 'job', column: 'job_id' };
const byReporter = { by: 'client', column: 'job_reporter' };

/** The tables that grow with the jobs. */
const jobTables = [
  'jobs',
  'messages',
  'attachments',
  'previews',
  'deliverables',
  'staff_notes',
  'history',
  'job_times',
] as const;

/** All but the tables of jobs. */
const others = {
  // Grows with every write, and is read by the caller's own.
  idempotency: { by: 'user', column: 'uid' },
  // Small next to the jobs, and read with them or with each call.
  users: 'reference',
  erasures: 'reference',
  shots: 'reference',
  due_rules: 'reference',
  // Never joined to jobs: queues, counts, and what belongs to users.
  due_progress: 'local',
  job_counts: 'local',
  people_counts: 'local',
  invitations: 'local',
  sign_ups: 'local',
  uploads: 'local',
  upload_pieces: 'local',
  calendar_feeds: 'local',
  audit: 'local',
  events: 'local',
  tasks: 'local',
  notification_settings: 'local',
  push_devices: 'local',
  vapid_keys: 'local',
  mail_tokens: 'local',
  reply_tokens: 'local',
  unposted_replies: 'local',
  unposted_reports: 'local',
  migrations: 'local',
} as const satisfies Distribution;

function distributed(home: Home): Distribution {
  return { ...Object.fromEntries(jobTables.map((table) => [table, home])), ...others };
}

/** By the job: the distribution that the statements are checked against. A table without the column cannot be routed. */
export const distribution = distributed(byJob);

/** By the client who reported the job, for comparison. */
export const distributionByClient = distributed(byReporter);
