let opener: () => void = () => undefined;

/** Opens the sheet with everything that has not been sent yet, wherever the reader is. */
export function openOutboxSheet(): void {
  opener();
}

/** The frame says how. @returns what takes it back */
export function setOutboxSheetOpener(open: () => void): () => void {
  opener = open;
  return () => {
    opener = () => undefined;
  };
}
