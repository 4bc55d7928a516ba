import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPostgresDatabase } from '../support/databases.ts';
import { type FuzzReport, fuzz } from '../support/fuzz/fuzz.ts';
import { startWorld, type World } from '../support/fuzz/world.ts';

/** `npm run test:fuzz` sends 100,000 and looks at memory too. */
const requests = 1200;
const seed = 20_261_121;

let world: World;
let report: FuzzReport;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await newPostgresDatabase();
  drop = database.drop;
  world = await startWorld(database.url);
  report = await fuzz(world, { requests, seed });
});
afterAll(async () => {
  await world.end();
  await drop();
});

it('hostile requests of any kind get an answer that is no failure of ours, and nothing of others', () => {
  expect(report.requests).toBe(requests);
  expect(report.faults).toEqual([]);
});

it('hostile requests leave no error in the log', () => {
  expect(world.complaints()).toEqual([]);
});

it('some of them come far: they are carried out, refused for what they hold, and for who sends them', () => {
  const { answers, done } = report;
  for (const status of ['200', '401', '403', '404', '422'])
    expect(answers[status], status).toBeGreaterThan(20);
  expect(Object.keys(done).length).toBeGreaterThan(12);
});
