import { expect, test } from 'vitest';
import { agreedDates } from '../../../server/seed/demoDueDates.ts';
import { seedJobs } from '../../../server/seed/plan.ts';
import { resultsOf } from '../../../server/seed/results.ts';
import { stampedFile } from '../../../server/seed/sampleFiles.ts';

const mornings = ['04', '05', '06', '07', '08', '09', '10'].map((day) => `2027-05-${day}`);

test.each([...mornings, '2026-11-26', '2027-01-01', '2027-12-31', '2028-02-29'])(
  'demo jobs are overdue, due today, and due in the days after when it is made on %s',
  async (today) => {
    const dates = await agreedDates(seedJobs, Date.parse(`${today}T18:00:00Z`));
    const days = [...dates.values()];
    const daysFrom = days.map((day) => (Date.parse(day) - Date.parse(today)) / 86_400_000);
    expect(daysFrom.filter((away) => away < 0).length).toBeGreaterThan(1);
    expect(daysFrom.filter((away) => away === 0).length).toBeGreaterThan(1);
    expect(daysFrom.filter((away) => away > 0 && away < 7).length).toBeGreaterThan(2);
    expect(Math.min(...daysFrom)).toBeGreaterThan(-10);
  },
);

test('the demo date of a job follows the clock of the firm, not of the server', async () => {
  const [evening] = (await agreedDates(seedJobs, Date.parse('2027-05-06T03:00:00Z'))).values();
  const [before] = (await agreedDates(seedJobs, Date.parse('2027-05-05T18:00:00Z'))).values();
  expect(evening).toBe(before);
});

test('demo jobs take from one day to a week, and are done over at least ten weeks', () => {
  const done = seedJobs.filter(({ status }) => status === 'COMPLETED');
  expect(new Set(done.map(({ pace }) => pace)).size).toBeGreaterThan(6);
  const hours = done.map(({ pace }) => pace * 41);
  expect(Math.min(...hours)).toBeLessThan(24);
  expect(Math.max(...hours)).toBeGreaterThan(100);
  const weeks = new Set(done.map((job) => Math.floor((job.reportedHoursAgo - job.pace * 41) / 168)));
  expect(weeks.size).toBeGreaterThan(9);
  for (const job of done) expect(job.reportedHoursAgo - job.pace * 43).toBeGreaterThan(0);
});

test('demo jobs on hold or cancelled have reasons', () => {
  for (const { status, reason } of seedJobs) {
    expect(reason !== '').toBe(status === 'ON_HOLD' || status === 'CANCELLED');
  }
});

test('a delivered demo job that another one revises has a seal on its sheet', async () => {
  const revised = seedJobs.filter((job) =>
    seedJobs.some(({ revisionOf }) => revisionOf === job.report.jobCode),
  );
  const delivered = revised.filter((job) => resultsOf(job).some(({ hasFile }) => hasFile));
  const [job] = delivered;
  if (!job) throw new Error('No delivered job is revised.');
  const text = await stampedFile(job, 1).text();
  expect(text).toContain('(PROFESSIONAL) Tj');
  expect(text.split(' c S').length).toBeGreaterThan(3);
});
