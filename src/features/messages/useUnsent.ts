import { useEffect, useState, useSyncExternalStore } from 'react';
import { draftsOf } from '../../outbox/drafts/drafts.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';

/** What the user has written in a conversation that nobody has read yet. */
export type Unsent = { label: 'Draft' | 'Waiting to send' | 'Not sent'; text: string };

type Texts = ReadonlyMap<string, string>;

async function draftTexts(email: string): Promise<Texts> {
  await saveEveryDraft();
  const drafts = await draftsOf(email, 'chat');
  const texts = [...drafts].flatMap(([jobId, { content, files }]) => {
    const { text = '' } = content as { text?: string };
    const said = text.trim() || (files.length > 0 ? files.map(({ name }) => name).join(', ') : '');
    return said ? [[jobId, said] as const] : [];
  });
  return new Map(texts);
}

/**
 * Returns what the user has not sent, by job: the draft of each conversation, else its last message that waits.
 *
 * @param chat the conversation that is open: what was typed in the one before is read again when it changes
 */
export function useUnsent(email: string, chat: string | undefined): ReadonlyMap<string, Unsent> {
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const [drafts, setDrafts] = useState<Texts>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent was a draft before.
  useEffect(() => {
    let isWanted = true;
    void draftTexts(email).then((texts) => isWanted && setDrafts(texts));
    return () => {
      isWanted = false;
    };
  }, [email, chat, records]);
  const unsent = new Map<string, Unsent>();
  for (const { kind, jobId, payload, state } of records) {
    if (kind !== 'message' || state === 'acked') continue;
    const label = state === 'failed' ? 'Not sent' : 'Waiting to send';
    unsent.set(jobId, { label, text: payload.content });
  }
  for (const [jobId, text] of drafts) unsent.set(jobId, { label: 'Draft', text });
  return unsent;
}
