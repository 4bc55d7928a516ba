import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Section } from '../../ui/Section.tsx';
import { knownQuery, sealCheckQuery } from './checkQueries.ts';
import { FileCheck } from './FileCheck.tsx';
import { PhotoCheck } from './PhotoCheck.tsx';
import { Saying } from './Saying.tsx';
import { recordText, type Said, verdictText } from './verdictText.ts';
import { type Known, type Verdict, verify } from './verify.ts';

/** A genuine seal whose sheet is not current any more. `by`: the revision that superseded it, null once it is withdrawn. */
export type Ended = { jobCode: string; revision: number; by: number | null };

type Props = {
  /** Of the seal; absent on the page that reads codes only. */
  token: string | undefined;
  /** The address as it was opened: behind `#`, what its QR code states. */
  address: string;
  isUser: boolean;
  onRead: (address: string) => void;
  /** What a user can do about an old sheet. */
  actions: (ended: Ended) => ReactNode;
  /** What is said of a file beside its comparison. */
  ofFile: (file: File) => ReactNode;
};

/** `/check`, `/check/{token}`: whether a seal is genuine, and its sheet the current one. Open to everyone. */
export function CheckPage({ token, address, isUser, onRead, actions, ofFile }: Props) {
  return (
    <>
      <PageHeading
        title="Check a seal"
        note={token ? undefined : 'Scan the QR code of a signature report, or read it from a photo.'}
      />
      {token !== undefined && (
        <SealResult
          key={address}
          token={token}
          address={address}
          isUser={isUser}
          actions={actions}
          ofFile={ofFile}
        />
      )}
      <div data-no-print="">
        <PhotoCheck onRead={onRead} />
      </div>
    </>
  );
}

const nothingKnown: Known = { keys: [] };

/** Returns what the statement in the address is worth; undefined without one, and null until that is known. */
function useVerdict(address: string, isUser: boolean): Verdict | null | undefined {
  const hasStatement = /#./.test(address);
  const known = useQuery({ ...knownQuery(isUser), enabled: hasStatement });
  const { data = known.error ? nothingKnown : undefined } = known;
  const { data: verdict = null } = useQuery({
    queryKey: ['verdict', address, data],
    queryFn: () => verify(address, data ?? nothingKnown, location.origin, Date.now() / 1000),
    enabled: hasStatement && data !== undefined,
    gcTime: 0,
  });
  return hasStatement ? verdict : undefined;
}

const unchecked: Said = {
  tone: 'open',
  title: 'Not checked',
  text: 'Read the whole QR code from a photo to check it offline.',
};

function SealResult({
  token,
  address,
  isUser,
  actions,
  ofFile,
}: Omit<Props, 'onRead' | 'token'> & { token: string }) {
  const record = useQuery(sealCheckQuery(token));
  const verdict = useVerdict(address, isUser);
  const seal = record.data?.seal;
  const genuine = verdict?.is === 'genuine' ? verdict : null;
  const sealed = useMemo(() => {
    if (seal) return seal.files.length > 0 ? { files: seal.files } : null;
    return genuine ? { files: genuine.statement.files } : null;
  }, [seal, genuine]);
  const standing = seal ? seal.state.toLowerCase() : genuine?.state;
  const ended = genuine &&
    (standing === 'superseded' || standing === 'withdrawn') && {
      ...genuine.statement,
      by: standing === 'withdrawn' ? null : (seal ?? genuine).by,
    };
  const isKnown = verdict !== null && (record.data !== undefined || record.error !== null);
  // What is forged is not made better by a record of the address that it copies.
  const isForged = verdict && !['genuine', 'not-checked'].includes(verdict.is);

  function said(): Said[] {
    if (verdict && (isForged || !record.data)) return [verdictText(verdict)];
    if (!record.data) return [unchecked];
    const { tone, title, text } = recordText(record.data, genuine !== null);
    const more = genuine && seal ? ' The code is genuine.' : '';
    return [{ tone, title, text: text + more }];
  }
  return (
    <>
      <Section title="Result">
        <div role="status" aria-busy={!isKnown}>
          {isKnown ? said().map((one) => <Saying key={one.title} {...one} />) : <p>Checking…</p>}
        </div>
        {isKnown && !isForged && !record.data && <TryAgain query={record} what="the firm’s record" />}
        {genuine && (
          <p className="soft">
            The code is for job <span translate="no">{genuine.statement.jobCode}</span>, revision{' '}
            {genuine.statement.revision}. If the sheet says otherwise, the code was copied.
          </p>
        )}
        {ended && actions(ended)}
      </Section>
      {isKnown && sealed && <FileCheck sealed={sealed} more={ofFile} />}
    </>
  );
}
