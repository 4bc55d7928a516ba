import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Pencil, Scaling, Trash2 } from 'lucide';
import { useState } from 'react';
import { Button, IconButton } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import styles from './DrawingTools.module.css';

const directions = [
  { name: 'left', icon: ArrowLeft, by: [-1, 0] },
  { name: 'up', icon: ArrowUp, by: [0, -1] },
  { name: 'down', icon: ArrowDown, by: [0, 1] },
  { name: 'right', icon: ArrowRight, by: [1, 0] },
] as const;

type Props = {
  name: string;
  /** Moves it, or with `resizes` resizes it, by steps to the right and down. */
  onStep: (right: number, down: number, resizes: boolean) => void;
  onRemove: () => void;
  /** Absent where there is no text to edit. */
  onEditText: (() => void) | undefined;
};

/** Moves, resizes and removes the selected shape by buttons: for those who press no keys and pull nothing. */
export function SelectedShape({ name, onStep, onRemove, onEditText }: Props) {
  const [resizes, setResizes] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields.
    <div role="group" aria-label={`Selected: ${name}`} className={styles.row}>
      {directions.map(({ name: direction, icon, by }) => (
        <IconButton
          key={direction}
          icon={icon}
          label={`${resizes ? 'Resize' : 'Move'} ${direction}`}
          onClick={() => onStep(by[0], by[1], resizes)}
        />
      ))}
      <IconButton
        icon={Scaling}
        label="Resize instead of move"
        aria-pressed={resizes}
        onClick={() => setResizes(!resizes)}
      />
      <IconButton icon={Trash2} label={`Remove ${name}`} aria-keyshortcuts="Delete" onClick={onRemove} />
      {onEditText && (
        <Button onClick={onEditText}>
          <Icon of={Pencil} />
          Edit text
        </Button>
      )}
    </div>
  );
}
