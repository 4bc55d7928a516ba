import { useCallback, useEffect, useState } from 'react';
import { dropDraft, keepDraft, sharesOf } from '../../outbox/drafts.ts';
import { readShared, type Shared } from './shared.ts';

type Shares = {
  /** The newest; null when nothing waits. */
  first: Shared | null;
  /** How many wait behind it. */
  others: number;
};

async function look(owner: string): Promise<Shares> {
  const forms = await sharesOf(owner);
  for (const [at, form] of forms.entries()) {
    const first = await readShared(owner, form);
    if (first) return { first, others: forms.length - at - 1 };
  }
  return { first: null, others: 0 };
}

/** What was shared and waits, one after the other; undefined until it was looked for. */
export function useShares(owner: string) {
  const [shares, setShares] = useState<Shares>();
  const lookAgain = useCallback(async () => {
    const found = await look(owner);
    setShares(found);
    return found;
  }, [owner]);
  useEffect(() => {
    let isHere = true;
    void look(owner).then((found) => isHere && setShares(found));
    return () => {
      isHere = false;
    };
  }, [owner]);

  return {
    shares,
    /** It is somewhere else now, or not wanted. @returns what waits still */
    async drop({ form }: Shared): Promise<Shares> {
      await dropDraft(owner, form);
      return lookAgain();
    },
    async putBack({ form, draft }: Shared): Promise<void> {
      await keepDraft(owner, form, draft.content, draft.files);
      await lookAgain();
    },
  };
}
