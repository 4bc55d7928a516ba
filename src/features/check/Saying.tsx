import { CircleCheck, CircleX, Info } from 'lucide';
import { Icon } from '../../ui/Icon.tsx';
import type { Said } from './verdictText.ts';

const icons = { good: CircleCheck, bad: CircleX, open: Info };
const colors = { good: 'var(--blue)', bad: 'var(--stamp-strong)', open: 'var(--note)' };

/** Shows what a check has found: a few words, and what to do. */
export function Saying({ tone, title, text }: Said) {
  return (
    <div className="stack" data-tight="">
      <div
        style={{
          display: 'flex',
          gap: 'var(--s2)',
          color: colors[tone],
          fontSize: 'var(--text-lg)',
          fontWeight: 600,
        }}
      >
        <Icon of={icons[tone]} />
        <p>{title}</p>
      </div>
      {text && <p>{text}</p>}
    </div>
  );
}
