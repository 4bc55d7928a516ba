import { type ReactNode, useId, useState } from 'react';
import styles from './Switch.module.css';

type Props = {
  label: string;
  /** What has come of it, as “10:42 AM” or “Downloading, 40%”. */
  detail: ReactNode;
  isOn: boolean;
  onTurn: (isOn: boolean) => Promise<void> | void;
};

/** Something that is on or off and takes effect at once, with what has come of it beside its label. Shows what was chosen while that is on its way. */
export function Switch({ label, detail, isOn, onTurn }: Props) {
  const id = useId();
  /** What was chosen, until that is done. No transition, which would hold up the router's. */
  const [chosen, setChosen] = useState<boolean | null>(null);

  async function choose(next: boolean) {
    setChosen(next);
    try {
      await onTurn(next);
    } finally {
      setChosen(null);
    }
  }
  return (
    <label className={styles.switch} data-no-print="">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is on.
        role="switch"
        aria-label={label}
        aria-describedby={id}
        checked={chosen ?? isOn}
        onChange={({ target }) => void choose(target.checked)}
      />
      <span>
        {label}
        <span id={id} className="soft">
          {detail}
        </span>
      </span>
    </label>
  );
}
