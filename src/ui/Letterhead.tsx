import { logoAddress } from '../contract/firmSettings.ts';
import { useFirm } from './firm.ts';
import styles from './Letterhead.module.css';

/** The head of a printed page: the firm's logo, name and address. @param onPaper shown on paper only, above another page */
export function Letterhead({ onPaper = false }: { onPaper?: boolean }) {
  const { name, address, logo } = useFirm();
  if (!name) return onPaper ? null : <p className={styles.name}>EV Jobs</p>;
  return (
    <div className={styles.letterhead} data-on-paper={onPaper || undefined} translate="no">
      {logo && <img src={logoAddress(logo.hash, 'logo.png')} alt="" />}
      <div>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        {address && <p className={styles.address}>{address}</p>}
      </div>
    </div>
  );
}
