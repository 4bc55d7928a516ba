import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { clientErrors } from '../../contract/errors.ts';
import { shortLivedText } from '../../device/storagePersistence.ts';
import { editedAt, shownAs } from '../../outbox/kinds/shown.ts';
import { pageOutbox, quarantinedRecords, recordsForNewerApp } from '../../outbox/pageOutbox.ts';
import { cannotStoreText } from '../../outbox/records/OutboxError.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import type { QuarantineRow } from '../../outbox/records/stores.ts';
import { canStore, onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ConnectivityContext } from '../../ui/feedback/AsOf.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { toastError } from '../../ui/feedback/toastError.ts';
import { useOpenChat } from '../../ui/openChat.ts';
import { useAction } from '../../ui/useAction.ts';
import { useRetainedFocus } from '../../ui/useRetainedFocus.ts';
import { type KnownJob, knownJobs } from './knownJobs.ts';
import { OutboxEntry } from './OutboxEntry.tsx';
import styles from './OutboxSheet.module.css';
import { retryStopped } from './outboxActions.ts';
import { type Group, groupsOf, jobTitle, kindText } from './outboxEntries.ts';
import { Quarantined } from './Quarantined.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Probes the connection and sends what waits. */
  onTryNow: () => Promise<void>;
};

/** Shows everything the user sent that has not arrived, with its state and what can be done about it. */
export function OutboxSheet({ open, onClose, onTryNow }: Props) {
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const groups = useMemo(() => groupsOf(records), [records]);
  const { busy, run: sendNow } = useAction(async () => {
    await retryStopped(records);
    await onTryNow();
  }, toastError);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Outbox"
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          {groups.length > 0 && (
            <Button variant="primary" busy={busy} onClick={sendNow}>
              Send all
            </Button>
          )}
        </>
      }
    >
      <Contents groups={groups} records={records} onClose={onClose} />
    </Dialog>
  );
}

type ContentsProps = { groups: readonly Group[]; records: readonly OutboxRecord[]; onClose: () => void };

function Contents({ groups, records, onClose }: ContentsProps) {
  const { reachable, isForeign } = useContext(ConnectivityContext);
  const { quarantined, forLater } = useUnread();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const openChat = useOpenChat();
  const jobs = useMemo(
    () => knownJobs(queryClient, new Set(groups.map(({ jobId }) => jobId))),
    [queryClient, groups],
  );

  function edit(record: OutboxRecord) {
    onClose();
    const at = editedAt(record);
    if (at === 'chat') openChat(record.jobId);
    else if (at) void navigate(at);
  }
  return (
    <div className={styles.outbox}>
      <StorageNote waiting={groups.length} onClose={onClose} />
      {!reachable && (
        <p className="soft">
          {isForeign ? clientErrors.foreign.message : 'You’re offline.'} Items here will send when you’re back
          online.
        </p>
      )}
      {groups.length === 0 && quarantined.length === 0 && forLater === 0 && (
        <EmptyState
          title="Your outbox is empty"
          text="Anything you send while offline stays here until it’s delivered."
        />
      )}
      {groups.map((group) => (
        <JobGroup key={group.key} group={group} job={jobs.get(group.jobId)} records={records} onEdit={edit} />
      ))}
      {forLater > 0 && (
        <p>
          {forLater === 1 ? '1 item needs' : `${forLater} items need`} an update of EV Jobs before sending.
          Reload this page to update.
        </p>
      )}
      {quarantined.length > 0 && <Quarantined rows={quarantined} />}
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
  const list = useRetainedFocus(group.records.map(({ clientId }) => clientId));
  const title = first && shownAs(first).isOwnGroup ? kindText(first, job) : jobTitle(job);
  return (
    <section aria-label={title}>
      <h3 className={styles.job}>
        <bdi>{title}</bdi>
        {job?.project && job.jobCode && (
          <span className="lettering" translate="no">
            {job.jobCode}
          </span>
        )}
      </h3>
      <ul ref={list} className={styles.entries}>
        {group.records.map((record) => (
          <OutboxEntry key={record.clientId} record={record} records={records} job={job} onEdit={onEdit} />
        ))}
      </ul>
    </section>
  );
}

type Unread = {
  quarantined: readonly QuarantineRow[];
  /** How many wait for an update of the app. */
  forLater: number;
};

/** Reads what this version of the app does not send, and again after each change of the outbox. */
function useUnread(): Unread {
  const [unread, setUnread] = useState<Unread>({ quarantined: [], forLater: 0 });
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const [quarantined, forLater] = await Promise.all([
        quarantinedRecords().catch(() => []),
        recordsForNewerApp().catch(() => 0),
      ]);
      if (!isOver) setUnread({ quarantined, forLater });
    };
    void read();
    const stop = pageOutbox().onChange(() => void read());
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return unread;
}

type StorageNoteProps = { waiting: number; onClose: () => void };

/** Warns where the browser stores nothing, or deletes unsent records after some days. */
function StorageNote({ waiting, onClose }: StorageNoteProps) {
  const keeps = useSyncExternalStore(onWaitingChange, canStore);
  const text = keeps ? shortLivedText(waiting) : cannotStoreText;
  if (!text) return null;
  return (
    <div className={styles.note}>
      <p>{text}</p>
      {keeps && (
        <ButtonLink variant="quiet" to="/account" hash="install" onClick={onClose}>
          How to install
        </ButtonLink>
      )}
    </div>
  );
}
