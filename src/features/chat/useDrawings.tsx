import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { draftFileOf } from '../../outbox/drafts/draftFiles.ts';
import { draftTrouble, onDraftTrouble } from '../../outbox/drafts/drafts.ts';
import {
  type DrawingInProgress,
  type DrawingSaver,
  drawingForm,
  drawingIsOpen,
  drawingsOf,
  dropDrawing,
  onDrawingRequested,
  openDrawing,
  readDrawing,
  requestedDrawing,
} from '../../outbox/drafts/drawings.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { fileId } from '../../ui/files/photos.ts';
import { unsavedText } from '../../ui/form/unsavedText.ts';
import { addDrawing } from './addDrawing.ts';
import { readDraft, restoreDraft } from './drafts.ts';

const DrawingDialog = lazy(() =>
  import('../../ui/drawing/DrawingDialog.tsx').then((module) => ({ default: module.DrawingDialog })),
);

type Open = { form: string; picture: File; content: object | null; saver: DrawingSaver; isAttached: boolean };

/** The drawings on pictures for a job's unsent message. */
export type Drawings = {
  /** Those that were begun and left. */
  unfinished: readonly DrawingInProgress[];
  /** Draws on a chosen picture; continues what was begun on it. */
  start: (picture: File) => void;
  resume: (form: string) => void;
  discard: (drawing: DrawingInProgress) => void;
};

const lostPicture =
  'Couldn’t open the picture of this drawing: it wasn’t saved in time. Add the picture again and draw on it.';

/**
 * @param onError called with a sentence
 * @param photosSettled resolves when no photo is being made smaller: the one that is sent is drawn on
 */
export function useDrawings(
  jobId: string,
  email: string,
  onError: (text: string) => void,
  photosSettled: () => Promise<void>,
) {
  const [unfinished, setUnfinished] = useState<readonly DrawingInProgress[]>([]);
  const [open, setOpen] = useState<Open | null>(null);

  const list = useCallback(async () => {
    // The message first: its picture is that of the drawing.
    await restoreDraft(email, jobId);
    return drawingsOf(email, jobId);
  }, [email, jobId]);
  useEffect(() => {
    let isMounted = true;
    void list().then((found) => isMounted && setUnfinished(found));
    return () => {
      isMounted = false;
    };
  }, [list]);
  useEffect(() => () => open?.saver.end(), [open]);

  const show = useCallback(
    async (form: string, chosen: File | null) => {
      const left = await readDrawing(email, form);
      const picture = chosen ?? left?.picture;
      if (!picture) return onError(lostPicture);
      const saver = openDrawing(email, form, picture);
      const isAttached = readDraft(email, jobId).files.some((file) => fileId(file) === fileId(picture));
      setOpen({ form, picture, content: left?.content ?? null, saver, isAttached });
    },
    [email, jobId, onError],
  );

  const requested = useSyncExternalStore(onDrawingRequested, requestedDrawing);
  useEffect(() => {
    if (!requested?.startsWith(drawingForm(jobId, ''))) return;
    drawingIsOpen();
    void list().then(() => show(requested, null));
  }, [requested, jobId, list, show]);

  const trouble = useSyncExternalStore(onDraftTrouble, () => (open ? draftTrouble(email, open.form) : null));

  async function close() {
    open?.saver.end();
    setOpen(null);
    setUnfinished(await drawingsOf(email, jobId));
  }

  const drawings: Drawings = {
    unfinished,
    async start(chosen) {
      await photosSettled();
      const picture = readDraft(email, jobId).files.find((file) => fileId(file) === fileId(chosen)) ?? chosen;
      await show(drawingForm(jobId, draftFileOf(picture).id), picture);
    },
    resume: (form) => void show(form, null),
    async discard({ form, name }) {
      const restore = await dropDrawing(email, form);
      setUnfinished(await drawingsOf(email, jobId));
      if (!restore) return;
      const undo = async () => {
        restore();
        setUnfinished(await drawingsOf(email, jobId));
      };
      toast(`Drawing on ${name} discarded.`, { action: { label: 'Undo', run: () => void undo() } });
    },
  };
  const dialog = open && (
    <Suspense fallback={null}>
      <DrawingDialog
        key={open.form}
        picture={open.picture}
        saved={open.content}
        isAttached={open.isAttached}
        doneLabel="Add to message"
        unsaved={unsavedText(trouble && 'all', 'Add the drawing')}
        onChange={open.saver.put}
        onDone={async (copy, withOriginal) => {
          const refusal = await addDrawing(email, jobId, { ...open, copy, withOriginal });
          if (!refusal) await close();
          return refusal;
        }}
        onClose={() => void close()}
      />
    </Suspense>
  );
  return { drawings, dialog };
}
