import { useEffect, useState } from 'react';
import { fileKind, sampleOf } from '../../contract/files/fileKind.ts';
import { Saying } from '../../features/check/Saying.tsx';
import type { Said } from '../../features/check/verdictText.ts';
import type { SealReport } from '../../features/plans/seal/Seal.ts';
import { useTrusted } from '../../features/plans/seal/useTrusted.ts';
import { serialQueue, serverTime } from '../../timing.ts';
import { unreadableFileText } from '../../ui/files/pickedFile.ts';

const tones: Readonly<Record<SealReport['verdict'], Said['tone']>> = {
  genuine: 'good',
  unproven: 'open',
  drawn: 'open',
  unchecked: 'open',
  altered: 'bad',
};

const unchecked = { tone: 'open', title: 'Signatures not checked' } as const;
const notLoaded: Said = {
  ...unchecked,
  text: 'The code that checks signatures isn’t on this device yet. Connect once to get it.',
};
const unread: Said = { ...unchecked, text: unreadableFileText };

/** One after the other: each file is in memory while it is checked, and the limit of time counts for one alone. */
const inTurn = serialQueue();

function saidOf({ verdict, sentence, seals, drawnFields }: SealReport): Said {
  const isPlain = verdict === 'drawn' && drawnFields === 0;
  return {
    tone: tones[verdict],
    title: isPlain ? 'This document has no digital signature.' : sentence,
    text: [...new Set(seals.flatMap(({ reasons }) => reasons))].join(' '),
  };
}

/**
 * Says what the digital signatures of a file are worth if it is a PDF. It stays on this device.
 *
 * @param isUser who may have the firm's list of issuers
 */
export function FileSeals({ file, isUser }: { file: File; isUser: boolean }) {
  const known = useTrusted(isUser);
  const issuers = isUser ? known : null;
  const [said, setSaid] = useState<Said | 'checking' | null>(null);
  useEffect(() => {
    if (issuers === undefined) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    const say = (one: Said | 'checking') => signal.aborted || setSaid(one);
    void (async () => {
      if (fileKind(await sampleOf(file)) !== 'application/pdf') return;
      say('checking');
      await inTurn(async () => {
        signal.throwIfAborted();
        const { checkSeals } = await import('../../features/plans/seal/checkSeals.ts');
        const bytes = new Uint8Array(await file.arrayBuffer());
        say(saidOf(await checkSeals(bytes, { issuers, now: serverTime() }, signal)));
      });
    })().catch((error) => say(error instanceof TypeError ? notLoaded : unread));
    return () => stopping.abort();
  }, [file, issuers]);
  if (said === 'checking') return <p>Checking the signatures…</p>;
  return said && <Saying {...said} />;
}
