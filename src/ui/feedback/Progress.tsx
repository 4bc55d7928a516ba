import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Progress.module.css';

type Props = {
  /** What is in progress, above the bar. */
  label: ReactNode;
  /** Part of `max` that is done; absent while unknown. */
  value?: number | undefined;
  max?: number | undefined;
  /** Beside the label: "12 of 30 MB". */
  detail?: ReactNode;
};

type BarProps = Omit<ComponentProps<'progress'>, 'value' | 'max'> & Pick<Props, 'value' | 'max'>;

/** The bar alone; indeterminate while the value is unknown. */
export function ProgressBar({ value, max = 1, className, ...rest }: BarProps) {
  const known = value !== undefined && max > 0;
  return (
    <progress
      {...rest}
      className={className ? `${styles.bar} ${className}` : styles.bar}
      {...(known ? { value, max } : {})}
    />
  );
}

export function Progress({ label, value, max, detail }: Props) {
  const id = useId();
  return (
    <label className={styles.progress} htmlFor={id}>
      <span className={styles.words}>
        <span>{label}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      <ProgressBar id={id} value={value} max={max} />
    </label>
  );
}
