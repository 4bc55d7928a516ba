import { fileSize } from '../../../format/fileSize.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { tones } from './SealList.tsx';
import styles from './Seals.module.css';
import type { Seals } from './useSeals.ts';
import { shortVerdicts } from './verdicts.ts';

type Props = { seals: Exclude<Seals, { state: 'none' | 'unknown' }>; onDetails: () => void };

const sentences = {
  checking: 'Checking the signatures…',
  failed: 'Couldn’t check the signature. Close the document, then open it again.',
};

/** Says above the page what was found of the signatures of the document. */
export function SealBar({ seals, onDetails }: Props) {
  if (seals.state === 'large')
    return (
      <div className={styles.bar}>
        <p>This document is signed. Checking it loads all of the file.</p>
        <Button onClick={seals.check}>Check ({fileSize(seals.bytes)})</Button>
      </div>
    );
  const report = seals.state === 'checked' ? seals.report : undefined;
  const verdict = seals.state === 'checking' ? null : (report?.verdict ?? 'unchecked');
  return (
    <div className={styles.bar}>
      {verdict && <Badge tone={tones[verdict]}>{shortVerdicts[verdict]}</Badge>}
      <p role="status">{seals.state === 'checked' ? seals.report.sentence : sentences[seals.state]}</p>
      {report && report.seals.length > 0 && (
        <Button variant="quiet" onClick={onDetails}>
          Details
        </Button>
      )}
    </div>
  );
}

/** Says that what looks like a seal is a drawing of one. @param isClaimed the page says that it was signed */
export function DrawnBar({ isClaimed }: { isClaimed: boolean }) {
  return (
    <div className={styles.bar}>
      <Badge>{shortVerdicts.drawn}</Badge>
      <p role="status">
        {isClaimed && 'This page says that it was signed digitally. '}This document has no digital signature.
      </p>
    </div>
  );
}
