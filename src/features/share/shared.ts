import * as v from 'valibot';
import { attachmentTypeMessage, tooManyFilesMessage } from '../../contract/files.ts';
import { totalFilesSizeMessage } from '../../contract/limits.ts';
import { type LeftDraft, readDraft } from '../../outbox/drafts/drafts.ts';
import type { RefusedFile } from '../../outbox/drafts/shareRecord.ts';
import { whyNot } from '../../ui/files/pickedFile.ts';

/** What was shared with the app, as a person looks at it. */
export type Shared = {
  /** The name it is kept under. */
  form: string;
  /** As it was kept, to put it back. */
  draft: LeftDraft;
  text: string;
  files: File[];
  /** What of it cannot be sent, each with the reason. */
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
  room: 'This device has no room left for it.',
};

/** Title, words and address as one text. Android puts the address into the words, and often the title too. */
export function wordsOf({ title, text, url }: { title: string; text: string; url: string }): string {
  const words: string[] = [];
  for (const part of [text, title, url].map((one) => one.trim())) {
    if (part && !words.some((other) => other.includes(part))) words.push(part);
  }
  return words.join('\n');
}

/** Null when it is there no more, or was kept by another version of the app. */
export async function readShared(owner: string, form: string): Promise<Shared | null> {
  const draft = await readDraft(owner, form);
  const content = v.safeParse(Content, draft?.content);
  if (!draft || !content.success) return null;
  const looked = await Promise.all(draft.files.map(async (file) => ({ file, reason: await whyNot(file) })));
  return {
    form,
    draft,
    text: wordsOf(content.output),
    files: looked.flatMap(({ file, reason }) => (reason === undefined ? [file] : [])),
    refused: [
      ...content.output.refused.map(({ name, why }) => ({ name, reason: reasons[why] })),
      ...looked.flatMap(({ file, reason }) => (reason === undefined ? [] : [{ name: file.name, reason }])),
      ...draft.missing.map((name) => ({ name, reason: 'It could not be kept. Please share it again.' })),
    ],
  };
}
