import { createStore } from '../../store.ts';
import { draftsOf, dropDraft, hasFiles, onDraftsOpenedLate, readDraft, saveDraft } from './drafts.ts';
import { saveEveryDraft, saveSoon } from './saveNow.ts';

/**
 * Drawings in progress: each the draft of one picture for the unsent message of a job, with the picture itself. A finished one is first
 * saved beside its drawing, then one transaction adds it to the message and removes the drawing, so that there is always exactly one of
 * the two.
 */
export type DrawingInProgress = { form: string /** Of the picture. */; name: string };

function formsOf(jobId: string): string {
  return `drawing:${jobId}:`;
}

/** @param pictureId of a chosen file, or the key of a received one */
export function drawingForm(jobId: string, pictureId: string): string {
  return formsOf(jobId) + pictureId;
}

/** A drawing as it was left. `picture`: null when it could not be saved. */
type LeftDrawing = { picture: File | null; content: object | null };

/** The drawings of this window, also where nothing can be saved. */
const left = new Map<string, LeftDrawing>();

function keyOf(owner: string, form: string): string {
  return `${owner} ${form}`;
}

/** Returns the drawings for a job's message that this window may continue, newest first. */
export async function drawingsOf(owner: string, jobId: string): Promise<DrawingInProgress[]> {
  const drafts = await draftsOf(owner, formsOf(jobId));
  const saved = drafts.map(({ form, files }) => ({ form, name: files[0] ?? '' }));
  const unsaved = [...left].flatMap(([key, { picture, content }]) => {
    const form = key.slice(owner.length + 1);
    const isTheirs = key.startsWith(keyOf(owner, formsOf(jobId)));
    if (!isTheirs || !content || saved.some((one) => one.form === form)) return [];
    return [{ form, name: picture?.name ?? '' }];
  });
  return [...unsaved, ...saved];
}

/** Reads a drawing that was left; null when there is none. */
export async function readDrawing(owner: string, form: string): Promise<LeftDrawing | null> {
  const here = left.get(keyOf(owner, form));
  if (here) return here;
  const draft = await readDraft(owner, form);
  if (!draft) return null;
  // The others are a finished copy that was not added any more.
  const [picture = null] = draft.files;
  const isSaved = picture !== null && !draft.missing.includes(picture.name);
  return { picture: isSaved ? picture : null, content: draft.content as object };
}

/** @returns what restores it; null where there was nothing to restore */
export async function dropDrawing(owner: string, form: string): Promise<(() => void) | null> {
  const before = await readDrawing(owner, form);
  left.delete(keyOf(owner, form));
  await dropDraft(owner, form);
  const { picture, content } = before ?? {};
  if (!picture || !content) return null;
  return () => {
    const saver = openDrawing(owner, form, picture);
    saver.put(content);
    saver.end();
  };
}

export type DrawingSaver = {
  /** Call it with every change; null while nothing is drawn. */
  put(content: object | null): void;
  /**
   * Saves the finished copy beside the drawing, whose draft is then removed with the addition of the copy to the message.
   *
   * @returns whether all of it is saved, or nothing can be saved in this browser; false when there is no room
   */
  finish(copy: File): Promise<boolean>;
  /** Called once the copy is in the message: nothing is saved any more. */
  added(): void;
  /** Saves what is not saved yet: the user leaves. */
  end(): void;
};

/** Saves a drawing in progress within 250 ms of a change. */
export function openDrawing(owner: string, form: string, picture: File): DrawingSaver {
  const key = keyOf(owner, form);
  let isOver = false;
  const save = (): unknown => {
    const content = left.get(key)?.content;
    if (isOver) return undefined;
    if (!content) return dropDraft(owner, form);
    return saveDraft(owner, form, content, [picture]).catch((error: unknown) =>
      console.warn('The drawing is not saved in this browser:', error),
    );
  };
  const saver = saveSoon(save);
  const stop = onDraftsOpenedLate({ save });
  return {
    put(content) {
      if (isOver) return;
      if (content) left.set(key, { picture, content });
      else left.delete(key);
      saver.soon();
    },
    async finish(copy) {
      saver.cancel();
      try {
        await saveDraft(owner, form, left.get(key)?.content ?? {}, [picture, copy]);
      } catch (error) {
        console.warn('The drawing is not saved in this browser:', error);
        return true;
      }
      await saveEveryDraft();
      return hasFiles(owner, form, [copy]);
    },
    added() {
      isOver = true;
      left.delete(key);
      saver.cancel();
      stop();
    },
    end() {
      stop();
      void saver.end();
    },
  };
}

const requested = createStore<string | null>(null);

/** The form of the drawing that the chat opens as soon as it is shown. */
export const { get: requestedDrawing, subscribe: onDrawingRequested } = requested;

/** Called once it is open. */
export function drawingIsOpen(): void {
  requested.set(null);
}

/**
 * Prepares a drawing on a received picture, for the message of its job: the chat opens it. One that was begun on it is continued.
 *
 * @param pictureId key of the file
 */
export async function requestDrawing(
  owner: string,
  jobId: string,
  pictureId: string,
  picture: File,
): Promise<void> {
  const form = drawingForm(jobId, pictureId);
  const before = await readDrawing(owner, form);
  if (!before?.picture) left.set(keyOf(owner, form), { picture, content: before?.content ?? null });
  requested.set(form);
}
