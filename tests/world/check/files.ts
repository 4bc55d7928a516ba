import { hash } from 'node:crypto';
import type { Checks } from './Checks.ts';

type Attached = { key: string; sha256: string; content: string | null };

const attached = `
  select a.key, a.sha256, coalesce(m.content, d.note) as content
  from attachments a left join messages m using (communication_id) left join deliverables d on d.attachment_key = a.key
  order by a.seq`;

/** A file that was chosen for a text stays with what is typed in its place, which has the same sender and the same readers. */
const withoutNumber = (content: string | null) => content?.replace(/^\w+/, '');

/** Checks that every file is stored as it was chosen, with what it was sent with. */
export async function checkFiles(checks: Checks): Promise<void> {
  const { world, ledger } = checks;
  const rows = await world.db.query<Attached>(attached);
  for (const { key, sha256, content } of rows) {
    const bytes = world.bucket.files.get(key)?.bytes;
    checks.check(
      'a file is stored as it was sent',
      bytes !== undefined &&
        hash('sha256', bytes) === sha256 &&
        bytes.includes(`${withoutNumber(content)}\n`),
      () => `${key} of ${content}: ${bytes?.length} bytes`,
    );
  }
  for (const { content, files, kind } of ledger.intents.values()) {
    if (ledger.rowsOf(content).length === 0 || (kind !== 'message' && kind !== 'delivery')) continue;
    const there = rows.filter((row) => row.content === content).map(({ sha256 }) => sha256);
    const isWhole = kind === 'delivery' ? there.length === 1 : String(there) === String(files);
    checks.check('what is sent has its files', isWhole, () => `${content}: ${there} instead of ${files}`);
  }
}
