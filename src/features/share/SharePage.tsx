import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { dropDraft, saveDraft, sharesOf } from '../../outbox/drafts/drafts.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { inChosenSize } from '../../ui/files/photos.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { JobChoice } from './JobChoice.tsx';
import styles from './Share.module.css';
import { SharedContent } from './SharedContent.tsx';
import { readShared, type Shared } from './shared.ts';

type Content = Pick<Shared, 'text' | 'files'>;

type Props = {
  /** Something was shared that did not arrive: before the worker could take it, or without its content. */
  missed: boolean;
  /** Adds the share to the draft of a job's message. @returns why it does not fit there, `''` when it was added */
  toChat: (email: string, jobId: string, content: Content) => Promise<string>;
  /** Adds the share to the draft of a new job. */
  toNewJob: (person: ApprovedProfile, content: Content) => Promise<void>;
};

const missedText = 'We couldn’t get what you shared. Share it again, or open the job and add it there.';

function othersText(others: number): string {
  if (others === 0) return '';
  return others === 1 ? '1 more shared item' : `${others} more shared items`;
}

/** `/share`: asks for which job a share is, and adds it to the draft of a message or of a new job. */
export function SharePage({ missed, toChat, toNewJob }: Props) {
  const profile = useProfile();
  const { email } = profile;
  const { shares, drop, restore } = useShares(email);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const first = shares?.first;

  /** Adds the share to a draft, and deletes it once that is saved. @returns whether it was added */
  async function moveTo(put: (content: Content) => Promise<string>): Promise<boolean> {
    if (!first || busy) return false;
    setBusy(true);
    try {
      const files = await inChosenSize(first.files);
      const refusal = await put({ text: first.text, files });
      setError(refusal);
      if (refusal === '') await drop(first);
      return refusal === '';
    } catch {
      setError('Couldn’t save it. This device might be out of storage.');
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function addTo(jobId: string) {
    if (!(await moveTo((content) => toChat(email, jobId, content)))) return;
    const search = { chat: jobId };
    await navigate({ to: '/jobs/listing/$category', params: { category: 'all' }, search, replace: true });
  }

  async function startJob() {
    const isMoved = await moveTo((content) => toNewJob(profile, content).then(() => ''));
    if (isMoved) await navigate({ to: '/jobs/create', replace: true });
  }

  async function discard() {
    if (!first) return;
    setError('');
    await drop(first);
    const lost = () => toast('Couldn’t bring it back. This device might be out of storage.', { tone: 'bad' });
    const run = () => void restore(first).catch(lost);
    toast('Shared item discarded.', { action: { label: 'Undo', run } });
  }

  return (
    <div className="page" data-narrow="">
      <PageHeading
        title={first || !shares ? 'Which job is this for?' : 'No shared items'}
        documentTitle="Share"
        note={first ? 'Nothing is sent yet. You can review it first.' : undefined}
      />
      {missed && <p role="alert">{missedText}</p>}
      {first && (
        <>
          <section className="sheet stack" aria-label="Shared item">
            <SharedContent key={first.form} shared={first} />
            <p role="alert" className={styles.error}>
              {error}
            </p>
            <div className="row" data-ends="">
              <p className="small soft">{othersText(shares.others)}</p>
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
          text="Photos, PDFs, and links you share to EV Jobs show up here so you can add them to a job."
        >
          <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }}>
            Go to jobs
          </ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}

type Shares = {
  /** The newest; null when there is none. */
  first: Shared | null;
  /** How many came before it. */
  others: number;
};

async function readShares(owner: string): Promise<Shares> {
  const forms = await sharesOf(owner);
  for (const [at, form] of forms.entries()) {
    const first = await readShared(owner, form);
    if (first) return { first, others: forms.length - at - 1 };
  }
  return { first: null, others: 0 };
}

/** @returns `shares`: undefined until they are read */
function useShares(owner: string) {
  const [shares, setShares] = useState<Shares>();
  const refresh = useCallback(() => readShares(owner).then(setShares), [owner]);
  useEffect(() => void refresh(), [refresh]);
  return {
    shares,
    async drop({ form }: Shared): Promise<void> {
      await dropDraft(owner, form);
      await refresh();
    },
    async restore({ form, draft }: Shared): Promise<void> {
      await saveDraft(owner, form, draft.content, draft.files);
      await refresh();
    },
  };
}
