import type { Attachment } from '../../contract/jobs/jobDetails.ts';
import { createStore } from '../../store.ts';

/** A stored file, as the viewer shows it. */
export type ViewedFile = Pick<Attachment, 'key' | 'fileName' | 'contentType' | 'size'>;

/** The files that the viewer goes through. */
export type Viewing = {
  jobId: string;
  /** All files of the job or of the message, in the order in which they are listed. */
  files: readonly ViewedFile[];
  /** The key of the file to begin with. */
  key: string;
};

const viewing = createStore<Viewing | null>(null);

/** What the viewer shows; null while it is closed. */
export const { get: getViewing, subscribe: onViewingChange } = viewing;

/** Opens the viewer over the page (`features/attachments/FileViewer.tsx`). */
export const openViewer: (next: Viewing) => void = viewing.set;

export function closeViewer(): void {
  if (viewing.get()) viewing.set(null);
}
