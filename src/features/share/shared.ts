import * as v from 'valibot';
import { attachmentTypeMessage, tooManyFilesMessage } from '../../contract/files/files.ts';
import { totalFilesSizeMessage } from '../../contract/limits.ts';
import { readDraft, type SavedDraft } from '../../outbox/drafts/drafts.ts';
import type { RefusedFile } from '../../outbox/records/shareRecord.ts';
import { checkedFile } from '../../ui/files/pickedFile.ts';

/** What another app shared. */
export type Shared = {
  /** The name of its draft. */
  form: string;
  /** As it was stored, to put it back. */
  draft: SavedDraft;
  text: string;
  files: File[];
  /** Files that cannot be sent, each with the reason. */
  refused: { name: string; reason: string }[];
};

const Content = v.object({
  version: v.literal(1),
  title: v.string(),
  text: v.string(),
  url: v.string(),
  refused: v.array(v.object({ name: v.string(), why: v.picklist(['type', 'size', 'count', 'room']) })),
});

const reasons: Record<RefusedFile['why'], string> = {
  type: `${attachmentTypeMessage}.`,
  size: `${totalFilesSizeMessage}.`,
  count: `A message ${tooManyFilesMessage}.`,
  room: 'Not enough storage on this device.',
};

/** Joins title, text and address. Android repeats the address in the text, and often the title too. */
export function sharedText({ title, text, url }: { title: string; text: string; url: string }): string {
  const parts: string[] = [];
  for (const part of [text, title, url].map((one) => one.trim())) {
    if (part && !parts.some((other) => other.includes(part))) parts.push(part);
  }
  return parts.join('\n');
}

/** Returns null when it is gone, or was stored by another version of the app. */
export async function readShared(owner: string, form: string): Promise<Shared | null> {
  const draft = await readDraft(owner, form);
  const content = v.safeParse(Content, draft?.content);
  if (!draft || !content.success) return null;
  const checked = await Promise.all(draft.files.map((file) => checkedFile(file)));
  return {
    form,
    draft,
    text: sharedText(content.output),
    files: checked.filter((file) => typeof file !== 'string'),
    refused: [
      ...content.output.refused.map(({ name, why }) => ({ name, reason: reasons[why] })),
      ...checked.flatMap((reason, at) =>
        typeof reason === 'string' ? [{ name: draft.files[at]?.name ?? '', reason }] : [],
      ),
      ...draft.missing.map((name) => ({ name, reason: 'Couldn’t save it. Share it again.' })),
    ],
  };
}
