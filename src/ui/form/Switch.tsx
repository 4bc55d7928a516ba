import { type ReactNode, useId, useState } from 'react';
import styles from './Switch.module.css';

type Props = {
  label: string;
  /** What has come of it, as “10:42 AM” or “Downloading, 40%”. */
  detail: ReactNode;
  isOn: boolean;
  onTurn: (isOn: boolean) => Promise<void> | void;
};

/** Shows something that is on or off and changes at once, and beside its label what has come of it. */
export function Switch({ label, detail, isOn, onTurn }: Props) {
  const id = useId();
  /** Shown until it is carried out. A transition would hold up those of the router for as long. */
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
