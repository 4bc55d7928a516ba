import type { ApiError } from '../api/ApiError.ts';
import type { Transfer } from '../api/uploadFetch.ts';
import type { OutgoingMessage } from './deliver.ts';
import type { Intent } from './intents.ts';

/** A message that has not arrived yet, as its sender sees it in the conversation. */
export type WaitingMessage = {
  /** The intent's key. */
  id: string;
  message: OutgoingMessage;
  intent: Intent;
  /** As they were chosen, for editing; the intent has them under their final names. */
  files: readonly File[];
  /** Seconds. */
  createdTimestamp: number;
  /** `waiting`: an earlier message of the same job goes first. */
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed; `definite` tells a refusal from a lost answer. */
  error?: ApiError;
  progress?: Transfer;
  /** Ids of the conversation before the first try: a message among them cannot be this one. */
  known: ReadonlySet<string>;
};

let all: readonly WaitingMessage[] = [];
const listeners = new Set<() => void>();

function change(next: readonly WaitingMessage[]): void {
  all = next;
  for (const listener of listeners) listener();
}

/** All messages not delivered yet, oldest first; the same array until something changes. */
export function waitingMessages(): readonly WaitingMessage[] {
  return all;
}

export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function waitingMessage(id: string): WaitingMessage | undefined {
  return all.find((waiting) => waiting.id === id);
}

export function addWaiting(waiting: WaitingMessage): void {
  change([...all, waiting]);
}

export function changeWaiting(id: string, changes: Partial<WaitingMessage>): void {
  change(all.map((waiting) => (waiting.id === id ? { ...waiting, ...changes } : waiting)));
}

export function removeWaiting(id: string): void {
  change(all.filter((waiting) => waiting.id !== id));
}

/** What stands first in line for a job and a sender: one at a time, so that the order is kept. */
export function firstInLine(jobId: string, email: string): WaitingMessage | undefined {
  return all.find(({ message }) => message.jobId === jobId && message.sender.email === email);
}
