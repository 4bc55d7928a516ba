import type { ReactNode } from 'react';
import { createStore } from '../store.ts';

/** What a page that lists conversations does with the one whose chat is open. */
export type ChatBeside = {
  /** Shown below the head of the chat. */
  bar: ReactNode;
  /** Moves the focus to the conversation's row. */
  toRow(): void;
  /** Opens the conversation below or above. */
  step(by: 1 | -1): void;
  /** Marks the conversation as addressed, and goes on to the next. */
  mark(): void;
  /** Asks until when the conversation is put off. */
  snooze(): void;
  /** Called once an answer that marks what it answers was handed over. */
  answered(jobId: string): void;
};

/** That page; null while none is shown. */
export const chatBeside = createStore<ChatBeside | null>(null);
