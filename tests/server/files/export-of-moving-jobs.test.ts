import { expect, test } from 'vitest';
import type { ApprovedCaller } from '../../../server/access/access.ts';
import { jobsToExport } from '../../../server/data/jobs/exportJobs.ts';
import { setDueRules } from '../../support/server/dueRules.ts';
import { newJob, updateJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

/** Adds 1,100 jobs like one. */
async function addJobs({ db }: TestServer, jobId: string): Promise<void> {
  await db.query(
    `insert into jobs (job_id, job_code, project, address, job_reporter, job_type, category, job_priority, job_description,
        job_delivery_mode, delivery_priority, services, attachment_links, reference_links, status, message, duplicate_key,
        created, updated)
      select 'many' || n, 'MANY' || n, 'P' || lpad(n::text, 5, '0'), address, job_reporter, job_type, category, job_priority,
        job_description, job_delivery_mode, delivery_priority, services, attachment_links, reference_links, status, message,
        'many' || n, created, updated - 100 * n from jobs, generate_series(1, 1100) n where job_id = $1`,
    [jobId],
  );
}

onOneDatabase('an export of jobs', (start) => {
  test.each([
    ['newest', 'many1000'],
    ['updated', 'many1000'],
    ['updated-asc', 'many1095'],
    ['project', 'many1000'],
    ['project-desc', 'many100'],
  ] as const)('by %s has each job once, also one that moves meanwhile', async (sort, moving) => {
    const server = await start();
    const { jobId } = await newJob(server);
    await addJobs(server, jobId);
    server.clock.advance(3600);
    const caller = { ...people.employee, profile: people.employee.profile } as unknown as ApprovedCaller;
    const ids: string[] = [];
    for await (const job of jobsToExport(server.db, caller, { sort }, server.clock.nowMs / 1000)) {
      ids.push(job.jobId);
      if (ids.length !== 10) continue;
      const { answer } = await server.call('job', { as: 'employee', params: { jobId: moving } });
      const project = sort === 'project-desc' ? 'Zinc roof' : 'A roof';
      expect((await updateJob(server, answer, 'employee', { project })).code).toBe('');
    }
    expect([ids.length, new Set(ids).size]).toEqual([1101, 1101]);
  });

  test.each([
    ['due', `update jobs set due_end = 1 where job_id = 'many1000'`],
    ['assignee-desc', `update users set first_name = 'Zoe' where email = '${people.otherEmployee.email}'`],
  ] as const)('by %s has each job once where only that changes meanwhile', async (sort, change) => {
    const server = await start();
    await setDueRules(server);
    const { jobId } = await newJob(server);
    await addJobs(server, jobId);
    await server.db.query(
      `update jobs set status = 'IN_PROGRESS', due_end = created + seq, assigned_to = case job_id when 'many1000' then $1 else $2 end`,
      [people.otherEmployee.email, people.employee.email],
    );
    await server.db.query(`update users set first_name = 'Aaron' where email = $1`, [
      people.otherEmployee.email,
    ]);
    server.clock.advance(3600);
    const caller = { ...people.employee, profile: people.employee.profile } as unknown as ApprovedCaller;
    const ids: string[] = [];
    for await (const job of jobsToExport(server.db, caller, { sort }, server.clock.nowMs / 1000)) {
      ids.push(job.jobId);
      if (ids.length === 10) await server.db.query(change);
    }
    expect([ids.length, new Set(ids).size]).toEqual([1101, 1101]);
  });
});
