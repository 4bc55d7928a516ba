let opener: (() => void) | null = null;
/** It was asked for before the frame could open it. */
let isAsked = false;

/** Opens the sheet with everything that has not been sent yet, wherever the reader is. */
export function openOutboxSheet(): void {
  if (opener) opener();
  else isAsked = true;
}

/** The frame says how. @returns what takes it back */
export function setOutboxSheetOpener(open: () => void): () => void {
  opener = open;
  if (isAsked) open();
  isAsked = false;
  return () => {
    opener = null;
  };
}
