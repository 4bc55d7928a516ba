import type { ResponseOf } from '../../src/contract/calls.ts';
import type { Service } from '../../src/contract/enums.ts';
import type { ShotSave } from '../../src/contract/jobs/checklistForms.ts';
import { withShot } from '../../src/contract/jobs/checklistOrder.ts';
import { serviceNames } from '../../src/contract/jobs/servicesText.ts';
import { maxShots } from '../../src/contract/limits.ts';
import { type ApprovedCaller, everyone } from '../access/access.ts';
import { Refusal } from '../errors/errors.ts';
import { type Choice, isLater, type StoredChoice, withChoice } from './choice.ts';
import type { Queryable } from './db/db.ts';
import { addEvent } from './events.ts';
import {
  type AttachmentRow,
  addAttachments,
  attachmentColumns,
  attachmentOf,
} from './messages/attachments.ts';
import type { StoredFile } from './storedFile.ts';
import { addAuditEntry } from './users/audit.ts';

type ShotRow = {
  shot_id: string;
  service: Service;
  name: string;
  hint: string;
  removed: boolean;
  example_key: string | null;
  chosen: StoredChoice | null;
};

/** Returns the shots of all checklists, in the order of their lists. */
export async function listShots(db: Queryable): Promise<ResponseOf<'checklists'>> {
  const rows = await db.query<ShotRow & Partial<AttachmentRow>>(
    `select s.shot_id, s.service, s.name, s.hint, ${attachmentColumns}
      from shots s left join attachments t on t.key = s.example_key
      where not s.removed order by s.service, s.place, s.shot_id`,
  );
  return rows.map(({ shot_id, service, name, hint, ...file }) => ({
    shotId: shot_id,
    service,
    name,
    hint,
    // Leaves out the admin who chose it, whom clients need not know.
    example: file.key ? { ...attachmentOf(file as AttachmentRow), uploadedBy: '', uploadedByName: '' } : null,
  }));
}

type Saved = { shotId: string; service: Service; name: string; hint: string };

/** Stores the order of a list after a shot was saved in it. */
async function writeOrder(db: Queryable, rows: readonly ShotRow[], saved: Saved & Pick<ShotSave, 'after'>) {
  const list = rows.map(({ shot_id, service }) => ({ shotId: shot_id, service }));
  const ids = withShot(list, saved).map(({ shotId }) => shotId);
  await db.query(
    `update shots s set place = o.place from unnest($1::text[]) with ordinality as o (shot_id, place)
      where s.shot_id = o.shot_id and s.place <> o.place`,
    [ids],
  );
}

/** Replaces the example picture of a shot. The former file is deleted later, because no row names it any more. */
async function writeExample(db: Queryable, shotId: string, before: string | null, key: string | null) {
  await db.query('update shots set example_key = $2 where shot_id = $1', [shotId, key]);
  if (before !== null) await db.query('delete from attachments where key = $1', [before]);
}

/**
 * Adds, changes, moves or removes a shot (POST /checklists/shots), unless a later save of it is stored already. A removed shot stays
 * removed, and a shot stays in its list. Must run in a transaction; `now` in seconds.
 *
 * @returns all checklists
 * @throws Refusal `invalid` when the list would be too long
 */
export async function saveShot(
  db: Queryable,
  caller: ApprovedCaller,
  { shotId, after, removed = false, noExample = false, ...sent }: ShotSave,
  files: readonly StoredFile[],
  { now, requestId, choice }: { now: number; requestId: string; choice: Choice },
): Promise<ResponseOf<'saveShot'>> {
  // Two admins who add at once must not both find the last free place.
  await db.query('lock table shots in share row exclusive mode');
  const [known] = await db.query<ShotRow>('select * from shots where shot_id = $1', [shotId]);
  const counts = isLater(choice, known?.chosen);
  const chosen = JSON.stringify(withChoice(choice, known?.chosen, counts));
  if (!counts) {
    await db.query('update shots set chosen = $2::jsonb where shot_id = $1', [shotId, chosen]);
    return listShots(db);
  }
  const service = known?.service ?? sent.service;
  const list = await db.query<ShotRow>(
    'select * from shots where service = $1 and not removed order by place, shot_id',
    [service],
  );
  const isRemoved = removed || known?.removed === true;
  if (!known && !isRemoved && list.length >= maxShots) {
    throw new Refusal('invalid', { message: `A checklist can have at most ${maxShots} shots.` });
  }
  const { name, hint } = sent;
  await db.query(
    `insert into shots (shot_id, service, name, hint, removed, chosen) values ($1, $2, $3, $4, $5, $6::jsonb)
      on conflict (shot_id) do update
        set name = excluded.name, hint = excluded.hint, removed = excluded.removed, chosen = excluded.chosen`,
    [shotId, service, name, hint, isRemoved, chosen],
  );
  // A removed shot has no example; its file, and one that comes with the request, are deleted later, because no row names them.
  const [picture] = isRemoved ? [] : files;
  const owner = { jobId: null, communicationId: null, uploadedBy: caller.email, created: now };
  await addAttachments(db, owner, picture ? [picture] : []);
  if (picture || noExample || isRemoved) {
    await writeExample(db, shotId, known?.example_key ?? null, picture?.key ?? null);
  }
  if (!isRemoved) {
    await writeOrder(db, list, { shotId, service, name, hint, ...(after !== undefined && { after }) });
  }
  const before = known && !known.removed ? known.name : '';
  await addAuditEntry(db, {
    actor: caller.email,
    action: 'change-checklist',
    subject: serviceNames[service],
    detail: { changes: [{ field: 'shot', from: before, to: isRemoved ? '' : name }] },
    created: now,
    requestId,
  });
  await addEvent(db, {
    kind: 'checklists',
    actor: caller.email,
    created: now,
    forUser: everyone,
    detail: {},
  });
  return listShots(db);
}
