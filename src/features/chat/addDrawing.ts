import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { fileId } from '../../ui/files/photos.ts';
import { addCopy, changeDraft, chatDraft, isBeingSent, restoreDraft } from './chatDrafts.ts';
import { withFiles } from './chosenFiles.ts';
import type { Drawing } from './messageDraft.ts';

type Finished = {
  drawing: Drawing & { picture: File };
  copy: File;
  /** Whether the picture was among the files of the message, and stays there. */
  isAttached: boolean;
  withOriginal: boolean;
};

/**
 * Adds the copy with a finished drawing to a job's unsent message. The copy is first saved beside the drawing; then one write adds it to
 * the files and ends the drawing: after a kill it is in progress or finished, never both and never neither.
 *
 * @returns why it was not added, as a sentence; empty when it was
 */
export async function addDrawing(email: string, jobId: string, finished: Finished): Promise<string> {
  const { drawing, copy, isAttached, withOriginal } = finished;
  await restoreDraft(email, jobId);
  const isPicture = (file: File) => fileId(file) === fileId(drawing.picture);
  const filesWith = (files: readonly File[]) =>
    withFiles(withOriginal ? files : files.filter((file) => !isPicture(file)), [copy]);
  const { error } = filesWith(chatDraft(email, jobId).files);
  if (error) return `Couldn’t add the drawing. ${error}.`;
  if (!(await addCopy(email, jobId, drawing, copy))) {
    return 'Couldn’t save the drawing. This device might be out of storage. Free up space, then add it again.';
  }
  if (isBeingSent(email, jobId)) return 'Your message is being sent. Add the drawing again in a moment.';
  // Reads the draft only now: more may have been typed or removed meanwhile.
  const { text, files, drawings } = chatDraft(email, jobId);
  const others = drawings.filter(({ id }) => id !== drawing.id);
  changeDraft(email, jobId, { text, files: filesWith(files).files, drawings: others });
  await saveEveryDraft();
  if (isAttached && !files.some(isPicture)) {
    toast(`${drawing.name} is no longer in the message. Only the drawing was added.`, { lasts: true });
  }
  return '';
}
