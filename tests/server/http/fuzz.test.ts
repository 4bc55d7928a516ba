import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '../../support/amount.ts';
import { newPostgresDatabase } from '../../support/database/databases.ts';
import { type CostReport, measureCosts, mostCost, shapes } from '../../support/fuzz/costs.ts';
import { type FuzzReport, fuzz } from '../../support/fuzz/fuzz.ts';
import { startWorld, type World } from '../../support/fuzz/world.ts';

/** `npm test -- fuzz` sends 100,000 and looks at memory too. */
const requests = amount('REQUESTS', 400, 4000);
const seed = 20_261_121;

/** Of each way to be expensive. */
const each = amount('EACH', 8, 20);
/** A few pages of each table, which so few requests do not fill. */
const pagesBytes = 500_000;
/** Of the 500 emails that one user may have sent in a day: 6 KB each, with their task and its indexes. */
const emailBytes = 3_000_000;
const costs: CostReport = { requests: 0, answers: [], stored: [], faults: [] };

let world: World;
let report: FuzzReport;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await newPostgresDatabase();
  drop = database.drop;
  world = await startWorld(database.url);
  report = await fuzz(world, { requests, seed });
  await measureCosts(world, { each, seed, report: costs });
});
afterAll(async () => {
  await world.end();
  await drop();
});

it('hostile requests of any kind cause no internal error and reveal nothing of others', () => {
  expect(report.requests).toBe(requests);
  expect(report.faults).toEqual([]);
});

it('hostile requests leave no error in the log', () => {
  expect(world.complaints()).toEqual([]);
});

it('some of them are carried out, others refused for their content or their sender', () => {
  const { answers, done } = report;
  for (const status of ['200', '401', '403', '404', '422'])
    expect(answers[status], status).toBeGreaterThan(requests / 60);
  expect(Object.keys(done).length).toBeGreaterThan(12);
});

it('requests of one user store at most three times what they sent, and no response is larger than 5 MB', () => {
  expect(costs.faults).toEqual([]);
  expect(costs.stored).toHaveLength(Object.keys(shapes).length);
  for (const { name, sent, stored } of costs.stored) {
    const once = name.startsWith('invitations') ? emailBytes : pagesBytes;
    expect(stored, name).toBeLessThan(mostCost.storedPerSent * sent + once);
  }
  for (const { name, bytes } of costs.answers) expect(bytes, name).toBeLessThan(mostCost.responseBytes);
});
