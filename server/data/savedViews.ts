import { maxViews } from '../../src/contract/limits.ts';
import type { SavedViewSave } from '../../src/contract/savedViewForms.ts';
import type { SavedView } from '../../src/contract/savedViews.ts';
import { type ApprovedCaller, mayChangeView } from '../access/access.ts';
import { Refusal } from '../errors/errors.ts';
import type { Choice } from './choice.ts';
import type { Queryable } from './db/db.ts';
import { addEvent, staffOnly } from './events.ts';
import { beginSave, type OwnedRow } from './ownedRows.ts';
import { userNameOr } from './userNameOr.ts';
import { type Erasing, withoutUser } from './users/withoutUser.ts';

// The access table decides who may call these functions (staff).

type Search = SavedView['search'];
type ViewRow = OwnedRow & { view_id: string; category: string; search: Search; shared: boolean };

/** Returns the named views of the reader and those that are shared, by name. */
export async function listViews(
  db: Queryable,
  { email }: Pick<ApprovedCaller, 'email'>,
): Promise<SavedView[]> {
  const rows = await db.query<ViewRow & { first_name: string | null; last_name: string | null }>(
    `select v.*, u.first_name, u.last_name from saved_views v left join users u on u.email = v.owner
      where not v.removed and (v.owner = $1 or v.shared) order by lower(v.name collate names), v.view_id`,
    [email],
  );
  return rows.map(({ view_id, owner, first_name, last_name, shared, name, category, search }) => {
    const ownerName = userNameOr(owner, first_name, last_name);
    return { viewId: view_id, owner, ownerName, isShared: shared, name, category, search };
  });
}

/** Throws `forbidden` for a shared view of another user that the caller only reads, `not-found` for one that is not shared. */
function mustMayChange(
  caller: ApprovedCaller,
  { owner, shared = false, removed }: { owner: string } & Partial<ViewRow>,
) {
  if (mayChangeView(caller, { owner, shared })) return;
  throw new Refusal(shared && !removed ? 'forbidden' : 'not-found');
}

/** Throws `invalid` unless the users in the filters exist: an erased one must not come back with what a device had. */
async function mustKnowUsers(db: Queryable, { assignee, reporter }: Search): Promise<void> {
  const emails = [assignee, reporter].flatMap((one) =>
    typeof one === 'string' && one.includes('@') ? one.toLowerCase() : [],
  );
  const known = await db.query<{ email: string }>('select email from users where email = any($1::text[])', [
    emails,
  ]);
  if (emails.some((one) => !known.some(({ email }) => email === one)))
    throw new Refusal('invalid', { message: 'A user in the filters does not exist. Choose another one.' });
}

/**
 * Adds, changes or removes a named view (POST /views/save), unless a later save of it is stored already. Each stays whose it is, and only
 * its owner decides whether it is shared. Must run in a transaction; `now` in seconds.
 *
 * @returns all that the caller has
 * @throws Refusal `invalid` when there would be too many, or with users who do not exist
 */
export async function saveView(
  db: Queryable,
  caller: ApprovedCaller,
  { viewId, name, category, search, isShared, removed = false }: SavedViewSave,
  { now, choice }: { now: number; choice: Choice },
): Promise<SavedView[]> {
  const save = await beginSave<ViewRow>(
    db,
    { table: 'saved_views', id: viewId, owner: caller.email, choice, removed },
    { most: maxViews, many: 'views', mustMayChange: (row) => mustMayChange(caller, row) },
  );
  if (!save) return listViews(db, caller);
  const { known, owner, chosen } = save;
  if (!removed) await mustKnowUsers(db, search);
  const shared = owner === caller.email ? isShared : known?.shared === true;
  await db.query(
    `insert into saved_views (view_id, owner, name, category, search, shared, removed, chosen)
      values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8::jsonb)
      on conflict (view_id) do update set name = excluded.name, category = excluded.category, search = excluded.search,
        shared = excluded.shared, removed = excluded.removed, chosen = excluded.chosen`,
    [
      viewId,
      owner,
      removed ? '' : name,
      category,
      JSON.stringify(removed ? {} : search),
      shared,
      removed,
      chosen,
    ],
  );
  await addEvent(db, {
    kind: 'checklists',
    actor: caller.email,
    created: now,
    forUser: staffOnly,
    detail: {},
  });
  return listViews(db, caller);
}

/**
 * Removes a user from all views: own ones that are not shared go, shared ones stay under the pseudonym, and filters by the user become
 * filters by the pseudonym, which their jobs have too.
 */
export async function eraseFromViews(db: Queryable, user: Erasing): Promise<void> {
  const { email, names, pseudonym } = user;
  // As for a save, so that none of them is read before it and written after it.
  await db.query('lock table saved_views in share row exclusive mode');
  await db.query('delete from saved_views where owner = $1 and (removed or not shared)', [email]);
  const rows = await db.query<ViewRow>(
    `select * from saved_views
      where owner = $1 or name = any($2::text[]) or position(lower($1) in lower(search::text)) > 0`,
    [email, names],
  );
  for (const { view_id, owner, name, search } of rows) {
    await db.query('update saved_views set owner = $2, name = $3, search = $4::jsonb where view_id = $1', [
      view_id,
      owner === email ? pseudonym : owner,
      withoutUser(name, user),
      JSON.stringify(withoutUser(search, user)),
    ]);
  }
}
