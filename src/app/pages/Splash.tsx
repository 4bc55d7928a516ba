import styles from './Splash.module.css';

/** Until it is known who is there. */
export function Splash() {
  return (
    <main className={styles.splash} aria-busy="true">
      <p className={styles.name}>
        <span>EV</span> Jobs
      </p>
      <p className="visually-hidden" role="status">
        Loading
      </p>
    </main>
  );
}
