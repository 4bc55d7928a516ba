import type { Attachment } from '../../src/contract/jobs/jobDetails.ts';
import { maxReplies, maxReplyFiles } from '../../src/contract/limits.ts';
import type { SavedReply } from '../../src/contract/savedReplies.ts';
import type { SavedReplySave } from '../../src/contract/savedReplyForms.ts';
import { type ApprovedCaller, mayChangeFirmsReplies } from '../access/access.ts';
import { Refusal } from '../errors/errors.ts';
import type { Choice } from './choice.ts';
import type { Queryable } from './db/db.ts';
import { addEvent, staffOnly } from './events.ts';
import {
  type AttachmentRow,
  addAttachments,
  attachmentColumns,
  attachmentOf,
} from './messages/attachments.ts';
import { beginSave, type OwnedRow } from './ownedRows.ts';
import type { StoredFile } from './storedFile.ts';
import { addAuditEntry } from './users/audit.ts';

// The access table decides who may call these functions (staff).

/** The `owner` of the firm's. */
const firm = '';

type ReplyRow = OwnedRow & { reply_id: string; content: string };

/** Returns the saved replies of the firm and the reader's own, by name. */
export async function listReplies(
  db: Queryable,
  { email }: Pick<ApprovedCaller, 'email'>,
): Promise<SavedReply[]> {
  const rows = await db.query<ReplyRow & Partial<AttachmentRow>>(
    `select r.reply_id, r.owner, r.name, r.content, ${attachmentColumns}
      from saved_replies r left join saved_reply_files f on f.reply_id = r.reply_id left join attachments t on t.key = f.file_key
      where not r.removed and r.owner in ('${firm}', $1) order by lower(r.name collate names), r.reply_id, t.seq`,
    [email],
  );
  const replies = Map.groupBy(rows, ({ reply_id }) => reply_id);
  return [...replies].map(([replyId, [first, ...others]]) => {
    const { owner, name, content } = first as ReplyRow;
    const files: Attachment[] = [first, ...others].flatMap((row) =>
      row?.key ? attachmentOf(row as AttachmentRow) : [],
    );
    return { replyId, isFirms: owner === firm, name, content, files };
  });
}

/** Deletes files of saved replies. Their bytes are deleted later, because no row names them any more. */
async function deleteFiles(db: Queryable, replyId: string, keys: readonly string[] | null): Promise<void> {
  await db.query(
    `delete from attachments where key in
      (select file_key from saved_reply_files where reply_id = $1 and ($2::text[] is null or file_key = any($2)))`,
    [replyId, keys],
  );
}

/** Adds the files that a reply does not have. @throws Refusal `invalid` when it would have too many */
async function addFiles(
  db: Queryable,
  caller: ApprovedCaller,
  replyId: string,
  files: readonly StoredFile[],
  now: number,
): Promise<void> {
  const had = await db.query<{ sha256: string }>(
    'select t.sha256 from attachments t join saved_reply_files f on f.file_key = t.key where f.reply_id = $1',
    [replyId],
  );
  // A save that was replaced on its device while it was being sent arrives twice, with the same files.
  const added = files.filter(({ sha256 }) => !had.some((file) => file.sha256 === sha256));
  if (had.length + added.length > maxReplyFiles) {
    throw new Refusal('invalid', { message: `A saved reply can have at most ${maxReplyFiles} files.` });
  }
  const owner = { jobId: null, communicationId: null, uploadedBy: caller.email, created: now };
  await addAttachments(db, owner, added);
  await db.query('insert into saved_reply_files (file_key, reply_id) select unnest($1::text[]), $2', [
    added.map(({ key }) => key),
    replyId,
  ]);
}

/** Throws `not-found` for another user's own one, `forbidden` for one of the firm's unless the caller may change it. */
function mustMayChange(caller: ApprovedCaller, owner: string): void {
  if (owner === firm && !mayChangeFirmsReplies(caller)) throw new Refusal('forbidden');
  if (owner !== firm && owner !== caller.email) throw new Refusal('not-found');
}

/**
 * Adds, changes or removes a saved reply (POST /saved-replies/save), unless a later save of it is stored already. A removed one stays
 * removed, and each stays whose it is. Must run in a transaction; `now` in seconds.
 *
 * @returns all that the caller has
 * @throws Refusal `invalid` when there would be too many
 */
export async function saveReply(
  db: Queryable,
  caller: ApprovedCaller,
  { replyId, isFirms, drops = [], removed = false, ...sent }: SavedReplySave,
  files: readonly StoredFile[],
  { now, requestId, choice }: { now: number; requestId: string; choice: Choice },
): Promise<SavedReply[]> {
  const save = await beginSave<ReplyRow>(
    db,
    { table: 'saved_replies', id: replyId, owner: isFirms ? firm : caller.email, choice, removed },
    { most: maxReplies, many: 'saved replies', mustMayChange: ({ owner }) => mustMayChange(caller, owner) },
  );
  if (!save) return listReplies(db, caller);
  const { known, owner, chosen } = save;
  const isRemoved = removed || known?.removed === true;
  const { name, content } = isRemoved ? { name: '', content: '' } : sent;
  await db.query(
    `insert into saved_replies (reply_id, owner, name, content, removed, chosen) values ($1, $2, $3, $4, $5, $6::jsonb)
      on conflict (reply_id) do update
        set name = excluded.name, content = excluded.content, removed = excluded.removed, chosen = excluded.chosen`,
    [replyId, owner, name, content, isRemoved, chosen],
  );
  await deleteFiles(db, replyId, isRemoved ? null : drops);
  // The files that come with the removal of a reply are deleted later, because no row names them.
  if (!isRemoved) await addFiles(db, caller, replyId, files, now);
  const created = now;
  if (owner === firm) {
    const changes = [{ field: 'savedReply', from: known?.name ?? '', to: name }];
    const entry = { action: 'change-saved-reply', subject: name || (known?.name ?? '') } as const;
    await addAuditEntry(db, { actor: caller.email, ...entry, detail: { changes }, created, requestId });
  }
  await addEvent(db, { kind: 'checklists', actor: caller.email, created, forUser: staffOnly, detail: {} });
  return listReplies(db, caller);
}

/** Deletes the own saved replies of a user, with their files. */
export async function dropOwnReplies(db: Queryable, email: string): Promise<void> {
  await db.query(
    `delete from attachments where key in
      (select f.file_key from saved_reply_files f join saved_replies r on r.reply_id = f.reply_id where r.owner = $1)`,
    [email],
  );
  await db.query('delete from saved_replies where owner = $1', [email]);
}
