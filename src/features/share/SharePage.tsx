import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApprovedProfile } from '../../contract/user.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { asChosen } from '../../ui/photos.ts';
import { toast } from '../../ui/toast.ts';
import { JobChoice } from './JobChoice.tsx';
import styles from './Share.module.css';
import { SharedThings } from './SharedThings.tsx';
import type { Shared } from './shared.ts';
import { useShares } from './useShares.ts';

type Content = Pick<Shared, 'text' | 'files'>;

type Props = {
  /** Something was shared, and did not arrive. */
  missed: boolean;
  /** Puts it into the unsent message of a job. @returns why it does not fit there, else nothing */
  toChat: (email: string, jobId: string, content: Content) => Promise<string>;
  /** Puts it into the form of a new job. */
  toNewJob: (person: ApprovedProfile, content: Content) => Promise<void>;
};

const missedWords =
  'What you shared did not arrive: the app was not ready to take it. Please share it once more.';

function othersWords(others: number): string {
  if (others === 0) return '';
  return others === 1 ? '1 more share waits.' : `${others} more shares wait.`;
}

/** `/share`: for which job is what another app shared? It goes into a message or a form; nothing is sent from here. */
export function SharePage({ missed, toChat, toNewJob }: Props) {
  const profile = useProfile();
  const { email } = profile;
  const { shares, drop, putBack } = useShares(email);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const first = shares?.first;

  /** Puts it where it belongs; it is forgotten here only when it is kept there. */
  async function hand(put: (shared: Shared) => Promise<string>): Promise<boolean> {
    if (!first || busy) return false;
    setBusy(true);
    try {
      const files = await asChosen(first.files);
      const refusal = await put({ ...first, files });
      setError(refusal);
      if (refusal === '') await drop(first);
      return refusal === '';
    } catch {
      setError('It could not be kept on this device. There may be no room left.');
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function addTo(jobId: string) {
    if (!(await hand((shared) => toChat(email, jobId, shared)))) return;
    const search = { chat: jobId };
    await navigate({ to: '/jobs/listing/$category', params: { category: 'all' }, search, replace: true });
  }

  async function startJob() {
    const isKept = await hand((shared) => toNewJob(profile, shared).then(() => ''));
    if (isKept) await navigate({ to: '/jobs/create', replace: true });
  }

  async function discard() {
    if (!first) return;
    setError('');
    await drop(first);
    toast('What was shared is discarded.', { action: { label: 'Undo', run: () => void putBack(first) } });
  }

  return (
    <div className="page" data-narrow="">
      <PageHeading
        title={first || !shares ? 'Which job is this for?' : 'Nothing shared is waiting'}
        documentTitle="Share"
        note={first ? 'Nothing is sent yet: you look at it once more.' : undefined}
      />
      {missed && <p role="alert">{missedWords}</p>}
      {first && (
        <>
          <section className="sheet stack" aria-label="What was shared">
            <SharedThings key={first.form} shared={first} />
            <p role="alert" className={styles.error}>
              {error}
            </p>
            <div className="row" data-ends="">
              <p className="small soft">{othersWords(shares.others)}</p>
              <Button onClick={() => void discard()}>Discard</Button>
            </div>
          </section>
          <JobChoice
            email={email}
            busy={busy}
            onNew={() => void startJob()}
            onPick={({ jobId }) => void addTo(jobId)}
          />
        </>
      )}
      {shares && !first && (
        <EmptyState
          title="Share from another app"
          text="Photos, PDFs and links that you share with EV Jobs come here, and you say for which job they are."
        >
          <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }}>
            Show all jobs
          </ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}
