import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { jobQuery } from '../../../api/queries.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { asOneLine } from '../../../contract/lines.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { tooLongText } from '../../../ui/form/tooLongText.ts';
import { carrierOf, TrackingNumber, trackingHint } from '../TrackingNumber.tsx';
import styles from './JobTracking.module.css';
import { useJobUpdate } from './useJobUpdate.ts';

/** A job's tracking number, which staff edit in place. What was typed stays until the job has it. */
export function JobTracking({ job }: { job: Job }) {
  const { userType } = useProfile();
  const { busy, change } = useJobUpdate(job);
  const [typed, setTyped] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const { trackingNumber } = job;
  // Without what waits. Whatever the job has after that is no reason to show again what was typed.
  const { data: confirmed } = useQuery({ ...jobQuery(job.jobId), enabled: false });
  if (typed !== null && sent === confirmed?.trackingNumber) setTyped(null);

  function begin() {
    setSent(null);
    setTyped(trackingNumber);
  }

  function save(event: FormEvent) {
    event.preventDefault();
    const number = asOneLine(typed ?? '');
    if (tooLongText(number, 60)) return;
    setSent(number);
    if (number === trackingNumber) return;
    void change(
      { trackingNumber: number },
      number === '' ? 'Tracking number removed.' : 'Tracking number saved.',
    );
  }

  if (!isStaff(userType)) return <TrackingNumber number={trackingNumber} />;
  if (typed === null || sent === trackingNumber) {
    return (
      <span className={styles.read}>
        {trackingNumber ? (
          <TrackingNumber number={trackingNumber} />
        ) : (
          <span className="soft">Not added</span>
        )}
        <Button variant="quiet" data-no-print="" onClick={begin}>
          {trackingNumber ? 'Edit' : 'Add'}
          <span className="visually-hidden"> tracking number</span>
        </Button>
      </span>
    );
  }
  const carrier = carrierOf(typed)?.name;
  return (
    <form className={styles.edit} onSubmit={save} noValidate>
      <TextField
        label="Tracking number"
        required
        // Not where what was typed is shown again, because it was undone or refused.
        autoFocus={sent === null}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={tooLongText(typed, 60)}
        hint={trackingHint(carrier)}
        value={typed}
        onChange={setTyped}
      />
      <div className="row">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        <Button variant="quiet" aria-disabled={busy} onClick={() => busy || setTyped(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
