import type { Attachment } from '../../contract/jobs/jobDetails.ts';
import { createStore } from '../../store.ts';

/** A stored file, as it is opened. */
export type ViewedFile = Pick<Attachment, 'key' | 'fileName' | 'contentType' | 'size'> &
  Partial<Pick<Attachment, 'taken' | 'place'>>;

function isPhoto({ contentType }: ViewedFile): boolean {
  return contentType === 'image/jpeg' || contentType === 'image/png';
}

/** The photos that the viewer goes through. */
export type Viewing = {
  jobId: string;
  /** All photos of the job or of the message, in the order in which they are listed. */
  files: readonly ViewedFile[];
  /** The key of the photo to begin with. */
  key: string;
};

const viewing = createStore<Viewing | null>(null);

/** What the viewer shows; null while it is closed. */
export const { get: getViewing, subscribe: onViewingChange } = viewing;

/** Opens the viewer over the page (`features/attachments/FileViewer.tsx`), for the photos among the files. */
export function openViewer({ files, ...rest }: Viewing): void {
  viewing.set({ ...rest, files: files.filter(isPhoto) });
}

export function closeViewer(): void {
  if (viewing.get()) viewing.set(null);
}
