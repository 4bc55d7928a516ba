import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { draftFileOf } from '../../outbox/drafts/draftFiles.ts';
import { draftTrouble, onDraftTrouble } from '../../outbox/drafts/drafts.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { onDrawingRequested, requestDrawing, requestedDrawing } from '../../ui/drawing/requestedDrawing.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { fileId } from '../../ui/files/photos.ts';
import { unsavedText } from '../../ui/form/unsavedText.ts';
import { addDrawing } from './addDrawing.ts';
import { chatDraft, draftForm, onDraftChange, putDrawing, restoreDraft } from './chatDrafts.ts';
import type { Drawing } from './messageDraft.ts';

const DrawingDialog = lazy(() =>
  import('../../ui/drawing/DrawingDialog.tsx').then((module) => ({ default: module.DrawingDialog })),
);

type Open = { drawing: Drawing & { picture: File }; isAttached: boolean };

/** The drawings on pictures for a job's unsent message. */
export type Drawings = {
  /** Those that were begun and left. */
  unfinished: readonly Drawing[];
  /** Draws on a chosen picture; continues what was begun on it. */
  start: (picture: File) => void;
  resume: (drawing: Drawing) => void;
  discard: (drawing: Drawing) => void;
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
  const { drawings } = useSyncExternalStore(onDraftChange, () => chatDraft(email, jobId));
  const [open, setOpen] = useState<Open | null>(null);

  const show = useCallback(
    async (id: string, chosen: File | null) => {
      await restoreDraft(email, jobId);
      const draft = chatDraft(email, jobId);
      const left = draft.drawings.find((one) => one.id === id);
      const picture = chosen ?? left?.picture;
      if (!picture) return onError(lostPicture);
      const isAttached = draft.files.some((file) => fileId(file) === fileId(picture));
      setOpen({ drawing: { id, name: picture.name, picture, content: left?.content ?? null }, isAttached });
    },
    [email, jobId, onError],
  );

  const requested = useSyncExternalStore(onDrawingRequested, requestedDrawing);
  useEffect(() => {
    if (requested?.jobId !== jobId) return;
    requestDrawing(null);
    void show(requested.id, requested.picture);
  }, [requested, jobId, show]);

  const trouble = useSyncExternalStore(onDraftTrouble, () => draftTrouble(email, draftForm(jobId)));

  const shown: Drawings = {
    unfinished: drawings.filter(({ id }) => id !== open?.drawing.id),
    async start(chosen) {
      await photosSettled();
      const picture = chatDraft(email, jobId).files.find((file) => fileId(file) === fileId(chosen)) ?? chosen;
      await show(draftFileOf(picture).id, picture);
    },
    resume: ({ id }) => void show(id, null),
    discard(drawing) {
      putDrawing(email, jobId, drawing.id, null);
      if (!drawing.picture) return;
      const run = () => putDrawing(email, jobId, drawing.id, drawing);
      toast(`Drawing on ${drawing.name} discarded.`, { action: { label: 'Undo', run } });
    },
  };
  const dialog = open && (
    <Suspense fallback={null}>
      <DrawingDialog
        key={open.drawing.id}
        picture={open.drawing.picture}
        saved={open.drawing.content}
        isAttached={open.isAttached}
        doneLabel="Add to message"
        unsaved={unsavedText(trouble && 'all', 'Add the drawing')}
        onChange={(content) => {
          const { id } = open.drawing;
          putDrawing(email, jobId, id, content && { ...open.drawing, content });
        }}
        onDone={async (copy, withOriginal) => {
          const refusal = await addDrawing(email, jobId, { ...open, copy, withOriginal });
          if (!refusal) setOpen(null);
          return refusal;
        }}
        onClose={() => {
          void saveEveryDraft();
          setOpen(null);
        }}
      />
    </Suspense>
  );
  return { drawings: shown, dialog };
}
