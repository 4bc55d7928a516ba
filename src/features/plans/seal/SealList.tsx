import { useProfile } from '../../../session/useSession.ts';
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import type { Seal, SealReport } from './Seal.ts';
import styles from './Seals.module.css';
import { factsOf } from './sealText.ts';
import { shortVerdicts, type Verdict } from './verdicts.ts';

const kinds = {
  signature: 'Signature',
  certification: 'Certified the document',
  timestamp: 'Timestamp',
} as const;

export const tones: Readonly<Record<Verdict, BadgeTone>> = {
  genuine: 'done',
  unproven: 'late',
  drawn: 'plain',
  unchecked: 'late',
  altered: 'late',
};

/** Lists the signatures of a document, the latest first, with what was checked of each. */
export function SealList({ report: { sentence, seals, emptyFields } }: { report: SealReport }) {
  const { userType } = useProfile();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it may take the focus.
    <div className={styles.list} tabIndex={0}>
      <p>{sentence}</p>
      {seals.map((seal, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: signatures keep their order.
        <SealItem key={at} seal={seal} />
      ))}
      {emptyFields > 0 && (
        <p className="soft">
          {emptyFields === 1 ? 'One place for a signature is' : `${emptyFields} places for signatures are`}{' '}
          not signed.
        </p>
      )}
      {userType === 'ADMIN' && seals.some(({ trustedThrough }) => trustedThrough === null) && (
        <div className="row">
          <ButtonLink to="/trusted-issuers">Trusted issuers</ButtonLink>
        </div>
      )}
      <p className="soft small">
        Checked on this device, with what the file brings and the issuers that your firm trusts. Nothing was
        sent anywhere.
      </p>
    </div>
  );
}

function SealItem({ seal }: { seal: Seal }) {
  return (
    <section className={styles.seal} aria-label={seal.signer?.name || kinds[seal.kind]}>
      <h2 className={styles.name}>
        <bdi translate="no">{seal.signer?.name || 'Unknown signer'}</bdi>
      </h2>
      <p className={styles.verdict}>
        <Badge tone={tones[seal.verdict]}>{shortVerdicts[seal.verdict]}</Badge>
        <span className="soft small">{kinds[seal.kind]}</span>
      </p>
      {seal.reasons.length > 0 && (
        <ul className={styles.reasons}>
          {seal.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <dl className={styles.facts}>
        {factsOf(seal).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
