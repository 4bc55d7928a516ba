import { useNavigate } from '@tanstack/react-router';
import { FileArchive, FileText } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { totalBytes } from '../../contract/files.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { fileSize } from '../../format/fileSize.ts';
import { dropDraft, keepDraft, sharesOf } from '../../outbox/drafts/drafts.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { FileName } from '../../ui/files/FileName.tsx';
import { PhotoChoice } from '../../ui/files/PhotoChoice.tsx';
import { choosePhotoSize } from '../../ui/files/photoSize.ts';
import { asChosen } from '../../ui/files/photos.ts';
import { useObjectUrl } from '../../ui/files/useObjectUrl.ts';
import { LongText } from '../../ui/LongText.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { JobChoice } from './JobChoice.tsx';
import styles from './Share.module.css';
import { readShared, type Shared } from './shared.ts';

/** The jobs below should be on the screen of a phone too. */
const mostShown = 5;

/** What was shared: its words, its files, and what of it cannot be sent. */
function SharedThings({ shared: { text, files, refused } }: { shared: Shared }) {
  return (
    <>
      {text && (
        <div className={styles.text}>
          <LongText text={text} of="what was shared">
            <p className="plain-text">{text}</p>
          </LongText>
        </div>
      )}
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Shared files">
          {files.slice(0, mostShown).map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two shots of one camera can be alike in everything else.
            <li key={at} className={styles.file}>
              <Picture file={file} />
              <span className={styles.name}>
                <FileName name={file.name} />
                <span className="small soft">{fileSize(file.size)}</span>
              </span>
            </li>
          ))}
          {files.length > mostShown && (
            <li className="soft">
              and {files.length - mostShown} more, {fileSize(totalBytes(files))} together
            </li>
          )}
        </ul>
      )}
      <PhotoChoice files={files} onChoose={(smaller) => choosePhotoSize(smaller ? 'smaller' : 'original')} />
      {refused.length > 0 && (
        <div role="alert" className={styles.refused}>
          {refused.map(({ name, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <p key={at}>
              <strong>{name}</strong> was left out. {reason}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

function Picture({ file }: { file: File }) {
  const isPicture = file.type === 'image/png' || file.type === 'image/jpeg';
  const url = useObjectUrl(isPicture ? file : undefined);
  const Sign = /zip/i.test(file.type) ? FileArchive : FileText;
  return (
    <span className={styles.picture}>
      {isPicture ? url && <img src={url} alt="" /> : <Sign aria-hidden />}
    </span>
  );
}

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

type Shares = {
  /** The newest; null when nothing waits. */
  first: Shared | null;
  /** How many wait behind it. */
  others: number;
};

async function look(owner: string): Promise<Shares> {
  const forms = await sharesOf(owner);
  for (const [at, form] of forms.entries()) {
    const first = await readShared(owner, form);
    if (first) return { first, others: forms.length - at - 1 };
  }
  return { first: null, others: 0 };
}

/** What was shared and waits, one after the other; undefined until it was looked for. */
function useShares(owner: string) {
  const [shares, setShares] = useState<Shares>();
  const lookAgain = useCallback(async () => {
    const found = await look(owner);
    setShares(found);
    return found;
  }, [owner]);
  useEffect(() => {
    let isHere = true;
    void look(owner).then((found) => isHere && setShares(found));
    return () => {
      isHere = false;
    };
  }, [owner]);

  return {
    shares,
    /** It is somewhere else now, or not wanted. @returns what waits still */
    async drop({ form }: Shared): Promise<Shares> {
      await dropDraft(owner, form);
      return lookAgain();
    },
    async putBack({ form, draft }: Shared): Promise<void> {
      await keepDraft(owner, form, draft.content, draft.files);
      await lookAgain();
    },
  };
}
