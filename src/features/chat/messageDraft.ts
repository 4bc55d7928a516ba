import * as v from 'valibot';
import { draftFileOf } from '../../outbox/drafts/draftFiles.ts';
import type { DraftRules, Typed } from '../../outbox/drafts/OpenDraft.ts';
import type { RecordOf } from '../../outbox/records/record.ts';
import { isSameFile } from '../../ui/files/pickedFile.ts';

/** What an unsent message is, as it is typed and as it is saved. */

/** An unsent message. */
export type Draft = {
  /** Belongs to this text and these files, also after a reload and in every window, so that they are sent once. */
  id: string;
  text: string;
  files: readonly File[];
  /** The shots of checklists that it answers or asks for, when it was a message before. */
  shots?: Shots | undefined;
  /** Drawings in progress on pictures for it; a finished one is a file. */
  drawings: readonly Drawing[];
};

export type Drawing = {
  /** Of a chosen picture its id in the drafts, of a received one its key. */
  id: string;
  /** Of the picture. */
  name: string;
  /** Null when it could not be saved. */
  picture: File | null;
  /** Null while nothing is drawn. */
  content: object | null;
  /** The finished copy, until it is one of the files. */
  copy?: File;
};

type Shots = Pick<RecordOf<'message'>['payload'], 'shot' | 'asks'>;

export type Content = Pick<Draft, 'text' | 'files'>;

const noFiles: readonly File[] = [];

const Saved = v.object({
  version: v.literal(1),
  text: v.string(),
  shots: v.exactOptional(
    v.object({ shot: v.exactOptional(v.string()), asks: v.exactOptional(v.array(v.string())) }),
  ),
  drawings: v.exactOptional(
    v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        picture: v.string(),
        content: v.nullable(v.looseObject({})),
        copy: v.exactOptional(v.string()),
      }),
    ),
  ),
  /** Ids of the files that are not those of the message, but of its drawings. */
  beside: v.exactOptional(v.array(v.string())),
});

export type SavedContent = v.InferOutput<typeof Saved>;

/** Stands between two texts that are joined. */
const gap = '\n\n';

/** Puts text and files in front of what is being typed. Too many files are not sent, but kept. */
function joined({ text, files }: Content, now: Content): Content {
  const more = now.files.filter((file) => !files.some((other) => isSameFile(other, file)));
  return { text: [text, now.text].filter(Boolean).join(gap), files: [...files, ...more] };
}

export function isEmpty({ text, files }: Content): boolean {
  return text === '' && files.length === 0;
}

/** The sign-out asks about saved drafts; spaces alone are not worth it. */
function isWorthSaving({ text, files, drawings }: Omit<Draft, 'id'>): boolean {
  return !isEmpty({ text: text.trim(), files }) || drawings.length > 0;
}

/** Returns the files of the drawings that are not among those of the message. */
function besideOf({ files, drawings }: Pick<Draft, 'files' | 'drawings'>): File[] {
  const all = drawings.flatMap(({ picture, copy }) => [picture, copy].filter((file) => file != null));
  return all.filter((file) => !files.includes(file));
}

/** Returns what is saved of a draft. */
function savedOf(draft: Omit<Draft, 'id'>): { content: SavedContent; files: readonly File[] } {
  const { text, files, shots, drawings } = draft;
  const beside = besideOf(draft);
  const kept = drawings.map(({ id, name, picture, content, copy }) => ({
    ...{ id, name, picture: picture ? draftFileOf(picture).id : '', content: content && { ...content } },
    ...(copy && { copy: draftFileOf(copy).id }),
  }));
  const ofDrawings = { drawings: kept, beside: beside.map((file) => draftFileOf(file).id) };
  const content = { version: 1 as const, text, ...(shots && { shots }), ...(kept.length > 0 && ofDrawings) };
  return { content, files: beside.length > 0 ? [...files, ...beside] : files };
}

/** Returns the draft that was saved. */
function draftOf(content: SavedContent, all: readonly File[]): Omit<Draft, 'id'> {
  const { text, shots, beside = [], drawings = [] } = content;
  const ids = new Map(all.map((file) => [draftFileOf(file).id, file]));
  const own = all.filter((file) => !beside.includes(draftFileOf(file).id));
  const files = own.length === all.length ? all : own;
  const withPictures = drawings.map(({ copy: copyId = '', ...one }) => {
    const copy = ids.get(copyId);
    return { ...one, picture: ids.get(one.picture) ?? null, ...(copy && { copy }) };
  });
  return { text, files: files.length > 0 ? files : noFiles, shots, drawings: withPictures };
}

function textWithoutSent(now: string, sent: string): string {
  if (now.startsWith(sent)) return now.slice(sent.length).trimStart();
  return now.endsWith(gap + sent) ? now.slice(0, -(gap + sent).length) : now;
}

/** Returns what was typed and chosen, or restored, while `sent` was being enqueued. */
function withoutSent(now: Content, sent: Content): Content {
  const files = now.files.filter((file) => !sent.files.includes(file));
  return { text: textWithoutSent(now.text, sent.text), files: files.length === 0 ? noFiles : files };
}

export function messageIn({ content, files }: Typed<SavedContent>): Omit<Draft, 'id'> {
  return content ? draftOf(content, files) : { text: '', files: noFiles, drawings: [] };
}

export function typedOf(message: Omit<Draft, 'id'>): Typed<SavedContent> {
  const isNothing = isEmpty(message) && message.drawings.length === 0;
  return isNothing ? { content: null, files: noFiles } : savedOf(message);
}

/** How unsent messages are joined and saved. */
export const messageRules: DraftRules<SavedContent> = {
  fits: (content) => v.is(Saved, content),
  join(left, typed) {
    const [before, now] = [messageIn(left), messageIn(typed)];
    const others = before.drawings.filter(({ id }) => !now.drawings.some((one) => one.id === id));
    const drawings = [...now.drawings, ...others];
    return typedOf({ ...joined(before, now), shots: before.shots ?? now.shots, drawings });
  },
  rest(now, sent) {
    const [{ drawings, ...message }, before] = [messageIn(now), messageIn(sent)];
    const others = drawings.filter(({ id }) => !before.drawings.some((one) => one.id === id));
    return typedOf({ ...withoutSent(message, before), drawings: others });
  },
  isWorthSaving: (typed) => isWorthSaving(messageIn(typed)),
  isWhole: true,
};
