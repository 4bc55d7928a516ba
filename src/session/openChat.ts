type Opener = (jobId: string, from?: string) => void;

let opener: Opener = () => undefined;

/**
 * Opens a job's conversation in the chat panel, wherever the reader is.
 *
 * @param from the `communicationId` of the message to show the list from; all of it when absent
 */
export function openChat(jobId: string, from?: string): void {
  opener(jobId, from);
}

/** The app says how: it keeps the open chat in the address, so that back closes it and another page clears it (§2). */
export function setChatOpener(open: Opener): void {
  opener = open;
}
