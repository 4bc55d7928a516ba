import { useEffect, useState } from 'react';
import { fileSize } from '../../format/fileSize.ts';
import { Progress } from '../../ui/feedback/Progress.tsx';
import styles from './PlanPage.module.css';

/** So long nobody wonders. */
const longMs = 5000;

type Props = { name: string; size: number; loaded: number };

/** How far a plan is with opening: the bytes that have come; then that they are read, and after a while that this takes long. */
export function OpenProgress({ name, size, loaded }: Props) {
  const isHere = size > 0 && loaded >= size;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isHere) return;
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, [isHere]);
  return (
    <div className={styles.loading}>
      <Progress
        label={`Opening ${name}`}
        {...(loaded > 0 && !isHere && { value: loaded, max: size })}
        detail={size > 0 ? fileSize(size) : undefined}
      />
      <p role="status" className="small soft">
        {isLong && 'Still opening. Large forms and sets can take up to 30 seconds.'}
      </p>
    </div>
  );
}
