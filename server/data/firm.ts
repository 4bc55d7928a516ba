import { hash } from 'node:crypto';
import type { FirmSave } from '../../src/contract/firm.ts';
import type { ApprovedCaller } from '../access/access.ts';
import type { Queryable } from './db/db.ts';
import { addAuditEntry } from './users/audit.ts';

/** Before an admin saves it, everything is empty. */
export type Firm = FirmSave & {
  /** The hash of what is made of its logo, and the size of `logo.png`; null without one. */
  logo: { hash: string; width: number; height: number } | null;
  /** Whether photos always say when and where they were taken. */
  needsPhotoData: boolean;
};

/** What is made of a logo, in base64 by the names under which they are served. `hash` is of all of them. */
export type Logo = NonNullable<Firm['logo']> & { pictures: Record<string, string> };

const noFirm: Firm = { name: '', address: '', color: '', logo: null, needsPhotoData: false };

type FirmRow = Omit<Firm, 'logo'> & NonNullable<Firm['logo']>;

/** Returns what the firm calls itself, and its rule of photos. */
export async function readFirm(db: Queryable): Promise<Firm> {
  const [row] = await db.query<FirmRow>(
    `select name, address, color, logo as hash, logo_width as width, logo_height as height, needs_photo_data as "needsPhotoData"
      from firm`,
  );
  if (!row) return noFirm;
  const { hash, width, height, ...firm } = row;
  return { ...firm, logo: hash === '' ? null : { hash, width, height } };
}

/** Returns a picture of a logo that is there, the present one or one before it; null for every other. */
export async function readLogoPicture(db: Queryable, logo: string, name: string): Promise<Buffer | null> {
  const [row] = await db.query<{ png: string }>(
    'select png from firm_pictures where logo = $1 and name = $2',
    [logo, name],
  );
  return row ? Buffer.from(row.png, 'base64') : null;
}

/** What the firm's letters begin with. `picture`: its logo; null without one. */
export type Letterhead = Firm & { picture: Buffer | null };
export const noLetterhead: Letterhead = { ...noFirm, picture: null };

/** Returns the firm with the picture of its logo. */
export async function readLetterhead(db: Queryable): Promise<Letterhead> {
  const firm = await readFirm(db);
  return { ...firm, picture: firm.logo && (await readLogoPicture(db, firm.logo.hash, 'logo.png')) };
}

/** Returns the SHA-256 of each logo that emails had, in hex: a reply may bring it back. */
export async function logoHashes(db: Queryable): Promise<Set<string>> {
  const rows = await db.query<{ png: string }>("select png from firm_pictures where name = 'logo.png'");
  return new Set(rows.map(({ png }) => hash('sha256', Buffer.from(png, 'base64'))));
}

type Change = { now: number; requestId: string };

/** Changes the one row. Must run in a transaction; `now` in seconds. */
async function changeFirm(
  db: Queryable,
  caller: ApprovedCaller,
  change: (before: Firm) => Firm,
  { now, requestId }: Change,
): Promise<Firm> {
  await db.query('lock table firm in share row exclusive mode');
  const before = await readFirm(db);
  const firm = change(before);
  const { hash = '', width = 0, height = 0 } = firm.logo ?? {};
  await db.query(
    `insert into firm (name, address, color, logo, logo_width, logo_height, needs_photo_data) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (is_one) do update set name = excluded.name, address = excluded.address, color = excluded.color,
        logo = excluded.logo, logo_width = excluded.logo_width, logo_height = excluded.logo_height,
        needs_photo_data = excluded.needs_photo_data`,
    [firm.name, firm.address, firm.color, hash, width, height, firm.needsPhotoData],
  );
  const texts = ({ logo, needsPhotoData, ...rest }: Firm): Record<string, string> => ({
    ...rest,
    logo: logo?.hash ?? '',
    needsPhotoData: needsPhotoData ? 'Required' : 'Asked',
  });
  const [from, to] = [texts(before), texts(firm)];
  const changes = Object.keys(to)
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: from[field] ?? '', to: to[field] ?? '' }));
  if (changes.length > 0)
    await addAuditEntry(db, {
      ...{ actor: caller.email, action: 'change-firm', subject: '', detail: { changes } },
      ...{ created: now, requestId },
    });
  return firm;
}

/** Saves what the firm calls itself (POST /firm/save). */
export function saveFirm(db: Queryable, caller: ApprovedCaller, saved: FirmSave, at: Change): Promise<Firm> {
  return changeFirm(db, caller, (before) => ({ ...before, ...saved }), at);
}

/** Saves whether photos always say when and where they were taken (POST /firm/photo-data). */
export function savePhotoRule(
  db: Queryable,
  caller: ApprovedCaller,
  { required }: { required: boolean },
  at: Change,
): Promise<Firm> {
  return changeFirm(db, caller, (before) => ({ ...before, needsPhotoData: required }), at);
}

/** Pages and emails of before may still ask for these; how many stay besides the present one. */
const earlierLogos = 2;

/** Saves the logo, or removes it with all that was made of it and of those before (POST /firm/logo). */
export async function saveLogo(
  db: Queryable,
  caller: ApprovedCaller,
  logo: Logo | null,
  at: Change,
): Promise<Firm> {
  const shown = logo && { hash: logo.hash, width: logo.width, height: logo.height };
  const firm = await changeFirm(db, caller, (before) => ({ ...before, logo: shown }), at);
  if (!logo) {
    await db.query('delete from firm_pictures');
    return firm;
  }
  await db.query(
    `insert into firm_pictures (logo, name, png, created)
      select $1, pictures.key, pictures.value, $3 from jsonb_each_text($2::jsonb) as pictures
      on conflict (logo, name) do update set created = excluded.created`,
    [logo.hash, JSON.stringify(logo.pictures), at.now],
  );
  await db.query(
    `delete from firm_pictures where logo not in
      (select logo from firm_pictures group by logo order by logo = $1 desc, max(created) desc limit $2)`,
    [logo.hash, 1 + earlierLogos],
  );
  return firm;
}
