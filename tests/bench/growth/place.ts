import { appDir } from '../../../server/start/appBuild.ts';
import { startPostgres } from '../../support/database/postgres.ts';
import { withDatabase } from '../../support/database/withDatabase.ts';
import { type Stack, startStack } from '../../support/server/stack.ts';
import { fillConversations, fillJobs } from '../dataset.ts';
import { type ServedApps, serveApps } from '../servedApps.ts';

/**
 * The product with several numbers of jobs, each at an address of its own. In the usual database
 * the newest jobs have the requested numbers of messages, in that order.
 */
export type Place = {
  stack: Stack;
  /** Returns the address of the app on a database with so many jobs. */
  urlOfJobs(jobs: number): string;
  stop(): Promise<void>;
};

type Sizes = { jobs: readonly number[]; messages: readonly number[] };

const clientEmail = 'client@ev.test';

/** Returns the last text of a conversation with so many messages. */
export function lastWordsOf(messages: number): string {
  return `Message ${messages}. `;
}

export async function startPlace({ jobs, messages }: Sizes): Promise<Place> {
  const postgres = await startPostgres();
  const urlOf = (name: string) => `${postgres.url}/${name}`;
  const environment = { DATABASE_URL: urlOf('usual') };
  await withDatabase(urlOf('postgres'), (db) => db.query('create database usual'));
  const first = await startStack({ seed: true, environment });
  await first.stop();
  for (const count of jobs) {
    await withDatabase(urlOf('postgres'), (db) => db.query(`create database jobs_${count} template usual`));
    await withDatabase(urlOf(`jobs_${count}`), async (db) => {
      await db.query('truncate jobs cascade');
      await fillJobs(db, { count, reporter: clientEmail, nowMs: Date.now() });
      await db.query('analyze');
    });
  }
  await withDatabase(urlOf('usual'), async (db) => {
    const nowMs = Date.now();
    await fillJobs(db, { count: 100, reporter: clientEmail, nowMs });
    for (const [place, count] of messages.entries()) {
      await fillConversations(db, { jobIds: [`job-${100 - place}`], count, from: clientEmail, nowMs });
    }
    await db.query('analyze');
  });
  const { dataDir } = first;
  const stack = await startStack({ seed: true, dataDir, environment });
  const apps: ServedApps = await serveApps(
    stack,
    jobs.map((count) => ({ name: `jobs-${count}`, folder: appDir, databaseUrl: urlOf(`jobs_${count}`) })),
  );
  return {
    stack,
    urlOfJobs: (count) => apps.url(`jobs-${count}`),
    async stop() {
      await apps.stop();
      await stack.stop({ remove: true });
      await postgres.stop();
    },
  };
}
