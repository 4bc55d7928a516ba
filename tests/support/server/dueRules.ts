import type { DueRules } from '../../../src/contract/due/dueRules.ts';
import type { TestServer } from './server.ts';

/** Rules of a firm in New York: every job takes three business days, a structural review five, and one day at high priority. */
export const dueRules: DueRules = {
  timeZone: 'America/New_York',
  weekdays: [1, 2, 3, 4, 5],
  cutOffHour: 17,
  holidays: { country: 'US', state: '' },
  shownToClients: false,
  rules: [
    { service: null, jobPriority: null, deliveryPriority: null, days: 3 },
    { service: 'SE', jobPriority: null, deliveryPriority: null, days: 5 },
    { service: null, jobPriority: 'HIGH', deliveryPriority: null, days: 1 },
  ],
};

/** Sets rules, or turns due dates off, and has the due dates of all open jobs computed. */
export async function setDueRules(
  { call, notify, clock }: TestServer,
  changes: Partial<DueRules> | null = {},
): Promise<void> {
  const { code } = await call('saveDueRules', {
    as: 'admin',
    body: { rules: changes && { ...dueRules, ...changes } },
  });
  if (code !== '') throw new Error(`The rules were not set: ${code}.`);
  clock.advance(60);
  await notify();
}
