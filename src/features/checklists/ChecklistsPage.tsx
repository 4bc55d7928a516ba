import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide';
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { checklistsQuery } from '../../api/checklistsQuery.ts';
import type { Service } from '../../contract/enums.ts';
import { serviceNames } from '../../contract/jobs/servicesText.ts';
import { maxShots } from '../../contract/limits.ts';
import { onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';
import { type SavedShot, saveShot } from '../../outbox/sends/sendShots.ts';
import { getOwner } from '../../session/session.ts';
import { useProfile } from '../../session/useSession.ts';
import { AdminPage } from '../../ui/AdminPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { NotFound } from '../../ui/feedback/NotFound.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { toastError } from '../../ui/feedback/toastError.ts';
import { Select } from '../../ui/form/Select.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Section } from '../../ui/Section.tsx';
import styles from './ChecklistsPage.module.css';
import { ShotDialog } from './ShotDialog.tsx';
import { ShotRow } from './ShotRow.tsx';
import { type ShownShot, withWaitingShots } from './waitingShots.ts';

/** `/checklists/{service}`: the shots that jobs of a service need (admins). */
export function ChecklistsPage({ service }: { service: string }) {
  const { userType } = useProfile();
  if (!Object.hasOwn(serviceNames, service)) return <NotFound />;
  return (
    <AdminPage
      userType={userType}
      title="Photo checklists"
      note="Every job shows the photos that its services need. Changes don’t affect photos that were already added."
    >
      <Checklists service={service as Service} />
    </AdminPage>
  );
}

function Checklists({ service }: { service: Service }) {
  const navigate = useNavigate();
  const query = useQuery(checklistsQuery());
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const shots = useMemo(() => query.data && withWaitingShots(query.data, records), [query.data, records]);
  if (!shots) {
    return <NotLoaded query={query} what="the checklists" heights={['4rem', '12rem']} />;
  }
  const counts = Map.groupBy(shots, (shot) => shot.service);
  const options = Object.fromEntries(
    Object.entries(serviceNames).map(([key, label]) => [
      key,
      `${label} (${counts.get(key as Service)?.length ?? 0})`,
    ]),
  );
  return (
    <>
      <Select
        label="Service"
        required
        value={service}
        options={options}
        onChange={(chosen) =>
          void navigate({ to: '/checklists/$service', params: { service: chosen }, replace: true })
        }
      />
      <Checklist key={service} service={service} shots={counts.get(service) ?? []} />
    </>
  );
}

type Move = { shotId: string; by: -1 | 1 };

function Checklist({ service, shots }: { service: Service; shots: readonly ShownShot[] }) {
  /** The shot in the dialog; null for a new one. */
  const [edited, setEdited] = useState<ShownShot | null>();
  const [removing, setRemoving] = useState<ShownShot | null>(null);
  const [announced, setAnnounced] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<Move>(null);
  const order = shots.map(({ shotId }) => shotId).join(' ');

  // A row that moves loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the order changes.
  useLayoutEffect(() => {
    const { shotId, by } = moved.current ?? {};
    moved.current = null;
    if (shotId)
      list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(`${shotId} ${by}`)}"]`)?.focus();
  }, [order]);

  function save(shot: ShownShot, change: Partial<SavedShot>) {
    const { shotId, name, hint } = shot;
    saveShot(getOwner(), { shotId, service, name, hint, ...change }).catch(toastError);
  }
  function move(at: number, by: -1 | 1) {
    const shot = shots[at];
    const to = at + by;
    if (!shot || !shots[to]) return;
    moved.current = { shotId: shot.shotId, by };
    setAnnounced(`${shot.name} is now ${to + 1} of ${shots.length}.`);
    save(shot, { after: by > 0 ? (shots[to]?.shotId ?? '') : (shots[to - 1]?.shotId ?? '') });
  }
  return (
    <Section title={serviceNames[service]}>
      {shots.length === 0 && <p className="soft">No shots yet. Jobs with this service ask for no photos.</p>}
      <ol ref={list} className={styles.shots}>
        {shots.map((shot, at) => (
          <ShotRow
            key={shot.shotId}
            shot={shot}
            at={at}
            count={shots.length}
            onMove={(by) => move(at, by)}
            onEdit={() => setEdited(shot)}
            onRemove={() => setRemoving(shot)}
          />
        ))}
      </ol>
      <output className="visually-hidden">{announced}</output>
      <div className="row">
        {shots.length < maxShots ? (
          <Button onClick={() => setEdited(null)}>
            <Icon of={Plus} />
            Add shot
          </Button>
        ) : (
          <p className="soft">A checklist can have up to {maxShots} shots.</p>
        )}
      </div>
      {edited !== undefined && (
        <ShotDialog service={service} shot={edited} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove “${removing?.name ?? ''}”?`}
        confirm="Remove shot"
        onConfirm={() => {
          if (removing) save(removing, { removed: true });
          setRemoving(null);
        }}
      >
        Jobs stop asking for this photo. Photos that were already added stay on their jobs.
      </ConfirmDialog>
    </Section>
  );
}
