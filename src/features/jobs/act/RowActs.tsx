import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { licensesQuery } from '../../../api/licensesQuery.ts';
import { type JobStatus, jobStatuses, priorities, wireValues } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { nextStatuses, takesReason } from '../../../contract/jobs/jobRights.ts';
import { licenseProblem } from '../../../contract/proof/proof.ts';
import { counted } from '../../../format/counted.ts';
import { isoDay } from '../../../format/date.ts';
import { useProfile } from '../../../session/useSession.ts';
import { type Command, CommandDialog } from '../../../ui/dialog/CommandDialog.tsx';
import { BulkAssignDialog } from '../bulk/BulkAssignDialog.tsx';
import { BulkDueDialog } from '../bulk/BulkDueDialog.tsx';
import { BulkStatusDialog } from '../bulk/BulkStatusDialog.tsx';
import type { BulkChange } from '../bulk/bulkChange.ts';
import { useBulkChange } from '../bulk/useBulkChange.ts';
import { DueDialog } from '../due/DueDialog.tsx';
import { jobName } from '../jobText.ts';
import { staffNames, useStaff } from '../useStaff.tsx';
import { markAddressed } from './markAddressed.ts';
import type { Asked } from './rowAct.ts';

type Props = Omit<Asked, 'onDone'> & {
  /** Narrows the jobs to these. */
  onKeepOnly: (jobs: readonly Job[]) => void;
  onChoose: (change: BulkChange, words: string) => void;
  onClose: () => void;
};

function titleOf(what: string, jobs: readonly Job[]): string {
  return `${what} of ${jobs.length === 1 && jobs[0] ? jobName(jobs[0]) : counted(jobs.length, 'job')}`;
}

type RowActsProps = Asked & { onClose: () => void };

/** What is asked of the jobs of rows, one or many, and then done. Begins anew with other jobs: of those before, something may be loading. */
export function RowActs(asked: RowActsProps) {
  return <RowAct key={[asked.act, ...asked.jobs.map(({ jobId }) => jobId)].join()} {...asked} />;
}

function RowAct({ act, jobs, onDone, onClose }: RowActsProps) {
  const change = useBulkChange(onDone);
  const [chosen, setChosen] = useState(jobs);
  const [only, ...more] = chosen;
  const asks = {
    act,
    jobs: chosen,
    onKeepOnly: setChosen,
    onClose,
    onChoose(asked: BulkChange, words: string) {
      onClose();
      void change(chosen, asked, words);
    },
  };
  if (!only) return null;
  if (act === 'addressed') return <Addressed {...asks} onDone={onDone} />;
  if (act === 'priority') return <PriorityPicker {...asks} />;
  if (act === 'status') return <StatusPicker {...asks} />;
  if (act === 'due')
    return more.length > 0 ? (
      <BulkDueDialog {...asks} />
    ) : (
      <DueDialog job={only} start={null} onClose={onClose} onDone={onDone} />
    );
  return more.length > 0 ? <BulkAssignDialog open {...asks} /> : <AssigneePicker {...asks} />;
}

/** Chooses the next status of one job; a reason is asked for as for many. */
function StatusPicker({ jobs, onKeepOnly, onChoose, onClose }: Props) {
  const { userType } = useProfile();
  const [wasMany] = useState(jobs.length > 1);
  const [asked, setAsked] = useState<JobStatus | null>(null);
  const [only] = jobs;
  if (!only || wasMany || asked)
    return (
      <BulkStatusDialog
        open
        jobs={jobs}
        start={asked ?? ''}
        onKeepOnly={onKeepOnly}
        onClose={onClose}
        onChoose={onChoose}
      />
    );
  const commands = nextStatuses(only.status, userType).map((status) => ({
    name: jobStatuses[status],
    staysOpen: takesReason(status),
    run: () => (takesReason(status) ? setAsked(status) : onChoose({ status }, jobStatuses[status])),
  }));
  return <CommandDialog title={titleOf('Status', jobs)} commands={commands} onClose={onClose} />;
}

function PriorityPicker({ jobs, onChoose, onClose }: Props) {
  const commands = wireValues(priorities).map((jobPriority) => ({
    name: priorities[jobPriority],
    isOn: jobs.every((job) => job.jobPriority === jobPriority),
    run: () => onChoose({ jobPriority }, priorities[jobPriority]),
  }));
  return <CommandDialog title={titleOf('Priority', jobs)} commands={commands} onClose={onClose} />;
}

/**
 * Chooses who is to do one job, the reader first; says of each whether they may not seal it. `take` asks only where there is something to
 * say.
 */
function AssigneePicker({ act, jobs, onChoose, onClose }: Props) {
  const { email: reader, userName: own } = useProfile();
  const { employees, hint } = useStaff();
  const names = staffNames(employees);
  const { data: licenses = [], isPending } = useQuery(licensesQuery());
  const [job] = jobs;
  const problemOf = (assignee: string) =>
    (job && licenseProblem(job, licenses, { assignee, reader, today: isoDay() })) ?? undefined;
  const assign = (assignedTo: string, name: string) => onChoose({ assignedTo }, name);
  const isKnown = !isPending && problemOf(reader) === undefined;
  const take = useEffectEvent(() => assign(reader, own));
  useEffect(() => {
    if (act === 'take' && isKnown) take();
  }, [act, isKnown]);
  if (act === 'take' && (isKnown || isPending)) return null;
  const option = (email: string, name: string, words: string): Command => ({
    name: words,
    note: problemOf(email),
    isOn: job?.assignedTo === email,
    run: () => assign(email, name),
  });
  const commands = [
    option(reader, own, 'Assign to me'),
    ...(job?.assignedTo ? [{ name: 'Unassign', run: () => assign('', '') }] : []),
    ...employees
      .filter(({ email }) => email !== reader)
      .map(({ email, userName }) => option(email, userName, names[email] ?? userName)),
  ];
  return (
    <CommandDialog
      title={titleOf('Assignee', jobs)}
      field="Find a person"
      commands={commands}
      note={hint}
      onClose={onClose}
    />
  );
}

/** Marks the new messages of the jobs, which asks nothing. */
function Addressed({ jobs, onDone, onClose }: Props & Pick<Asked, 'onDone'>) {
  const mark = useEffectEvent(() => {
    onClose();
    void markAddressed(jobs, onDone);
  });
  useEffect(() => mark(), []);
  return null;
}
