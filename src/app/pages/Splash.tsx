import { Brand } from '../../ui/Brand.tsx';
import styles from './Splash.module.css';

/** Shown until the session is known. */
export function Splash() {
  return (
    <main className={styles.splash} aria-busy="true">
      <p className={styles.name} translate="no">
        <Brand />
      </p>
      <p className="visually-hidden" role="status">
        Loading
      </p>
    </main>
  );
}
