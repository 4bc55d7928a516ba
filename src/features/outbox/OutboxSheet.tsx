import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { clientErrors } from '../../contract/errors.ts';
import type { OutboxRecord } from '../../outbox/record.ts';
import { onWaitingChange, waitingRecords } from '../../outbox/waiting.ts';
import { LineContext } from '../../ui/AsOf.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useOpenChat } from '../../ui/openChat.ts';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import { jobTitle, kindWords } from './entryWords.ts';
import { type Group, groupsOf } from './groups.ts';
import { KeepingNote } from './KeepingNote.tsx';
import { type KnownJob, knownJobs } from './knownJobs.ts';
import { OutboxEntry } from './OutboxEntry.tsx';
import styles from './OutboxSheet.module.css';
import { sendAll } from './outboxActions.ts';
import { SetAside } from './SetAside.tsx';
import { useSetAside } from './useSetAside.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Tries the line and what waits at it. */
  onTryNow: () => Promise<void>;
};

/** Everything a person has sent that has not arrived yet, with its state and what can be done about it. */
export function OutboxSheet({ open, onClose, onTryNow }: Props) {
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const groups = useMemo(() => groupsOf(records), [records]);
  const [busy, setBusy] = useState(false);

  async function sendNow() {
    setBusy(true);
    await sendAll(records);
    await onTryNow();
    setBusy(false);
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Outbox"
      actions={
        groups.length > 0 && (
          <Button variant="primary" busy={busy} onClick={() => void sendNow()}>
            Send all now
          </Button>
        )
      }
    >
      <Contents groups={groups} records={records} onClose={onClose} />
    </Dialog>
  );
}

type ContentsProps = { groups: readonly Group[]; records: readonly OutboxRecord[]; onClose: () => void };

function Contents({ groups, records, onClose }: ContentsProps) {
  const { reachable, isForeign } = useContext(LineContext);
  const setAside = useSetAside();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const openChat = useOpenChat();
  const jobs = useMemo(
    () => knownJobs(queryClient, new Set(groups.map(({ jobId }) => jobId))),
    [queryClient, groups],
  );

  function edit({ kind, jobId, seq }: OutboxRecord) {
    onClose();
    if (kind === 'report') void navigate({ to: '/jobs/create', search: { waiting: seq } });
    else if (kind === 'update') void navigate({ to: '/jobs/update/$jobId', params: { jobId } });
    else openChat(jobId);
  }
  return (
    <div className={styles.outbox}>
      <KeepingNote waiting={groups.length} onClose={onClose} />
      {!reachable && (
        <p className="soft">
          {isForeign ? clientErrors.foreign.message : 'Offline.'}{' '}
          {groups.length > 0 ? 'This goes' : 'What you send is kept here and goes'} out by itself when the
          connection is back.
        </p>
      )}
      {groups.length === 0 && setAside.length === 0 && (
        <EmptyState
          title="Nothing waits"
          text="What you send without a connection is kept here until it has arrived."
        />
      )}
      {groups.map((group) => (
        <JobGroup key={group.key} group={group} job={jobs.get(group.jobId)} records={records} onEdit={edit} />
      ))}
      {setAside.length > 0 && <SetAside rows={setAside} />}
    </div>
  );
}

type GroupProps = {
  group: Group;
  job: KnownJob | undefined;
  records: readonly OutboxRecord[];
  onEdit: (record: OutboxRecord) => void;
};

function JobGroup({ group, job, records, onEdit }: GroupProps) {
  const [first] = group.records;
  const list = useKeptFocus(group.records.map(({ clientId }) => clientId));
  const title = first?.kind === 'report' ? kindWords(first, job) : jobTitle(job);
  return (
    <section aria-label={title}>
      <h3 className={styles.job}>
        <bdi>{title}</bdi>
        {job?.project && job.jobCode && <span className="lettering">{job.jobCode}</span>}
      </h3>
      <ul ref={list} className={styles.entries}>
        {group.records.map((record) => (
          <OutboxEntry key={record.clientId} record={record} records={records} job={job} onEdit={onEdit} />
        ))}
      </ul>
    </section>
  );
}
