import { toast } from '../feedback/toast.ts';

export function canShare(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) === true;
}

/** Hands a file to another app of the device. @param otherwise does what is left where none takes it */
export async function shareFile(file: File, otherwise: () => void): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    const { name } = error as DOMException;
    if (name === 'AbortError') return;
    // A tap counts for some seconds only, and for one file, and this one took longer.
    if (name === 'NotAllowedError' || name === 'InvalidStateError')
      toast(`${file.name} is ready to share.`, {
        action: { label: 'Share', run: () => void shareFile(file, otherwise) },
      });
    else otherwise();
  }
}
