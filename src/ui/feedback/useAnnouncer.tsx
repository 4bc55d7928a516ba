import { type ReactNode, useCallback, useState } from 'react';

/**
 * Announces texts to screen readers. Each is an element of its own: one that says the same as the one before would change nothing on the
 * page, and would not be read.
 *
 * @returns `announcer` to render, and `announce`, which stays the same
 */
export function useAnnouncer(): { announcer: ReactNode; announce: (text: string) => void } {
  const [{ text, count }, setSaid] = useState({ text: '', count: 0 });
  const announce = useCallback(
    (next: string) => setSaid((said) => ({ text: next, count: said.count + 1 })),
    [],
  );
  const announcer = (
    <output className="visually-hidden">
      <span key={count}>{text}</span>
    </output>
  );
  return { announcer, announce };
}
