import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { employeesQuery } from '../../api/queries.ts';
import type { Job } from '../../contract/jobs/job.ts';
import type { Employee } from '../../contract/users/user.ts';
import { Button } from '../../ui/Button.tsx';
import { assigneeText } from './jobText.ts';

const none: readonly Employee[] = [];

/** Returns the staff to choose from, and a hint for the field while they could not be loaded. */
export function useStaff(enabled = true): { employees: readonly Employee[]; hint: ReactNode } {
  const { data, isError, refetch } = useQuery({ ...employeesQuery(), enabled });
  const hint = isError && !data && (
    <>
      Couldn’t load staff.{' '}
      <Button variant="quiet" onClick={() => void refetch()}>
        Try again
      </Button>
    </>
  );
  return { employees: data ?? none, hint };
}

/** Returns the names of staff by their emails, for lists without room for both; a name that two of them have with its email. */
export function staffNames(employees: readonly Employee[]): Record<string, string> {
  const named = Map.groupBy(employees, ({ userName }) => userName);
  const nameOf = ({ email, userName }: Employee) =>
    named.get(userName)?.length === 1 ? userName : `${userName} (${email})`;
  return Object.fromEntries(employees.map((one) => [one.email, nameOf(one)]));
}

/** Returns whom a job can be assigned to. An assignee who left the company stays until another is chosen. */
export function assigneeOptions(
  job: Pick<Job, 'assignedTo' | 'assignedToName'>,
  employees: readonly Employee[],
): Record<string, string> {
  const options = Object.fromEntries(
    employees.map(({ email, userName }) => [email, `${userName} (${email})`]),
  );
  if (job.assignedTo && !options[job.assignedTo]) options[job.assignedTo] = assigneeText(job);
  return options;
}
