import type { IconNode } from 'lucide';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { areShortcutsOn } from '../../../ui/shortcuts.ts';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { actNames, keyOf } from './actNames.ts';
import type { Act } from './rowAct.ts';

type Props = { act: Act; icon: IconNode; onClick: () => void };

/** What staff do with jobs, as an item of a menu, with the key that does the same at a desk. */
export function ActButton({ act, icon, onClick }: Props) {
  const key = keyOf(act);
  const isWide = useIsWide();
  return (
    <Button variant="quiet" onClick={onClick} aria-keyshortcuts={key}>
      <Icon of={icon} />
      {actNames[act]}
      {key && isWide && areShortcutsOn() && (
        <span className="soft" aria-hidden="true" style={{ marginInlineStart: 'auto' }}>
          <kbd>{key}</kbd>
        </span>
      )}
    </Button>
  );
}
