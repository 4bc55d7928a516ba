import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { Database } from '../../../server/data/db/db.ts';
import { amount, isAll } from '../../support/amount.ts';
import { newDatabase } from '../../support/database/databases.ts';
import { randomFrom } from '../../support/network/faults.ts';
import { type Arrival, openPushEndpoint } from '../../support/push/pushEndpoint.ts';
import { emulatorClaims } from '../../support/server/emulatorClaims.ts';
import { jobReport, messageOf } from '../../support/server/jobs.ts';
import { type PersonName, people, savePeople, tokenOf } from '../../support/server/people.ts';
import { newDataDir, startBareServer } from '../../support/server/stack.ts';

/** Few in the usual run; `npm test -- push-kills` plays 200. */
const kills = amount('KILLS', 3, 10);
const seed = Number(process.env.SEED ?? 20_261_121);
/** New ones each round, so that nothing that comes later stands in for what a kill has lost. */
const jobsOfRound = 2;
const most = { messages: 5, waitMs: 450, answerMs: 60, giveUpMs: 1500 };

const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

function startServer(databaseUrl: string, dataDir: string) {
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  return startBareServer(environment, ['tests/support/push/pushServer.ts']);
}

async function call<T>(origin: string, as: PersonName, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${origin}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${tokenOf(people[as], Date.now(), emulatorClaims)}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { body: T }).body;
}

type Left = { events: number; waiting: number; claimed: number };

/** What a killed server leaves undone. */
async function left(db: Database): Promise<Left> {
  const [row] = await db.query<Left>(
    `select (select count(*) from events where to_notify) as events,
        count(*) filter (where lease = '') as waiting, count(*) filter (where lease <> '') as claimed
      from tasks where kind = 'push' and done is null`,
  );
  if (!row) throw new Error('A count has no row.');
  return row;
}

it.runIf(isAll)(
  `${kills} kills between a commit and its push lose no notification`,
  async () => {
    const random = randomFrom(seed);
    const upTo = (count: number) => Math.floor(random() * count);
    const { db, url, end } = await newDatabase('postgres');
    ends.push(end);
    const dataDir = await newDataDir(false);
    ends.push(() => rm(dataDir, { recursive: true, force: true }));
    const service = await openPushEndpoint();
    ends.push(() => service.close());
    await savePeople(db, Object.values(people), Date.now());

    let server = await startServer(url, dataDir);
    ends.push(() => server.kill());
    const { publicKey } = await call<{ publicKey: string }>(server.origin, 'client', '/notifications');
    const devices = [service.subscribe(publicKey), service.subscribe(publicKey)];
    for (const device of devices) await call(server.origin, 'client', '/notifications/devices', device);
    const jobs: string[] = [];

    const leftAtKill: Left = { events: 0, waiting: 0, claimed: 0 };
    for (let round = 0; round < kills; round += 1) {
      for (let index = 0; index < jobsOfRound; index += 1) {
        jobs.push(
          (await call<{ jobId: string }>(server.origin, 'client', '/jobs/report', jobReport())).jobId,
        );
      }
      // Some time after a commit; or as a push arrives, before it is answered or just after.
      const kind = ['waits', 'arrives', 'answers'][upTo(3)];
      const [waitMs, answerMs, place] = [upTo(most.waitMs), upTo(most.answerMs), 1 + upTo(4)];
      const victim = server;
      let arrived = 0;
      let kill = () => {};
      const killed = new Promise<void>((resolve) => {
        // Of this round's server alone, however late a timer is.
        kill = () => resolve(victim.kill());
      });
      service.answer(async () => {
        arrived += 1;
        if (kind === 'arrives' && arrived === place) kill();
        if (kind === 'answers' && arrived === place) setTimeout(kill, answerMs);
        return { status: 201 };
      });
      const count = 1 + upTo(most.messages);
      for (let index = 0; index < count; index += 1) {
        const jobId = jobs.at(-1 - upTo(jobsOfRound)) ?? '';
        const body = messageOf(jobId, 'employee', `Round ${round}, message ${index}`);
        // An answer that the kill cuts off says nothing: the database knows what was kept.
        await call(server.origin, 'employee', '/jobs/update', body).catch(() => {});
      }
      if (kind === 'waits') setTimeout(kill, waitMs);
      await Promise.race([killed, wait(most.giveUpMs).then(() => kill())]);
      await killed;
      const undone = await left(db);
      leftAtKill.events += undone.events;
      leftAtKill.waiting += undone.waiting;
      leftAtKill.claimed += undone.claimed;
      service.answer(() => ({ status: 201 }));
      server = await startServer(url, dataDir);
    }
    await expect
      .poll(() => left(db), { timeout: 120_000, interval: 200 })
      .toEqual({ events: 0, waiting: 0, claimed: 0 });

    const messages = await db.query<{ communication_id: string; job_id: string; sequence: number }>(
      `select communication_id, job_id, sequence from messages order by sequence`,
    );
    const sequenceOf = new Map(messages.map((message) => [message.communication_id, message.sequence]));
    const about = ({ payload }: Arrival) => payload.notification.data;
    const counts = { messages: messages.length, own: 0, collapsed: 0, repeated: 0, lost: 0 };
    expect(service.faults).toEqual([]);
    for (const { endpoint } of devices) {
      const came = service.arrivals.filter((arrival) => arrival.endpoint === endpoint);
      for (const jobId of jobs) {
        const ofJob = came.filter((arrival) => about(arrival).jobId === jobId);
        const wanted = messages.filter(({ job_id }) => job_id === jobId);
        if (wanted.length === 0) continue;
        // What comes later takes the place of what came before, wherever that is by then.
        expect(new Set(ofJob.map(({ topic }) => topic)).size).toBe(1);
        expect(new Set(ofJob.map(({ payload }) => payload.notification.tag))).toEqual(
          new Set([`job-${jobId}`]),
        );
        for (const { communication_id, sequence } of wanted) {
          const told = ofJob.filter((arrival) => about(arrival).communicationId === communication_id).length;
          const later = ofJob.some(
            (arrival) => (sequenceOf.get(about(arrival).communicationId) ?? 0) > sequence,
          );
          if (told > 1) counts.repeated += 1;
          else if (told === 1) counts.own += 1;
          else if (later) counts.collapsed += 1;
          else counts.lost += 1;
        }
        // What is on the screen in the end is how things are.
        const last = ofJob.at(-1);
        expect(last && about(last).communicationId).toBe(wanted.at(-1)?.communication_id);
        expect(last?.payload.notification.body).toBe(
          wanted.length === 1 ? '1 new message' : `${wanted.length} new messages`,
        );
      }
    }
    const report = { seed, kills, leftAtKill, pushes: service.arrivals.length, ...counts };
    process.stdout.write(`${JSON.stringify(report)}\n`);
    expect(counts.lost).toBe(0);
    const undone = leftAtKill.events + leftAtKill.waiting + leftAtKill.claimed;
    expect(undone, 'what the kills left undone').toBeGreaterThan(0);
  },
  180_000 + kills * 30_000,
);
