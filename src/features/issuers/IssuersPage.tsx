import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide';
import { useRef } from 'react';
import { base64 } from '../../api/bytes.ts';
import { call } from '../../api/client.ts';
import { issuersQuery } from '../../api/issuersQuery.ts';
import type { TrustedIssuer } from '../../contract/issuers.ts';
import { maxTrustedIssuers } from '../../contract/limits.ts';
import { exactDay } from '../../format/date.ts';
import { useProfile } from '../../session/useSession.ts';
import { AdminPage } from '../../ui/AdminPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/dialog/ConfirmDialog.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastError } from '../../ui/feedback/toastError.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Section } from '../../ui/Section.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useRetainedFocus } from '../../ui/useRetainedFocus.ts';
import styles from './IssuersPage.module.css';

/** `/trusted-issuers`: the certificates through which signatures in PDF files are proven (admins). */
export function IssuersPage() {
  const { userType } = useProfile();
  return (
    <AdminPage
      userType={userType}
      title="Trusted issuers"
      note="A digital signature in a PDF proves who signed only if its certificate comes from an issuer that you trust. None is built in."
    >
      <Issuers />
    </AdminPage>
  );
}

/** Larger than a certificate is. */
const maxFileBytes = 6000;

/** Returns the certificate in a file as the server takes it: text as it is, anything else in base64. */
async function readCertificate(file: File): Promise<string> {
  if (file.size > maxFileBytes) return '-';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  return text.includes('-----BEGIN') ? text : base64(bytes);
}

function Issuers() {
  const query = useQuery(issuersQuery());
  const picker = useRef<HTMLInputElement>(null);
  const add = useAction(async (file: File) => {
    await call('addTrustedIssuer', { body: { certificate: await readCertificate(file) } });
    await query.refetch();
    toast('Issuer added.', { tone: 'good' });
  }, toastError);
  if (!query.data) return <NotLoaded query={query} what="the trusted issuers" heights={['12rem']} />;
  return (
    <Section title="Certificates">
      {query.data.length === 0 && (
        <p className="soft">
          No certificates yet. Add the one of a licensing board, of a company that issues certificates, or of
          an engineer.
        </p>
      )}
      <IssuerList issuers={query.data} onRemoved={() => query.refetch()} />
      {query.data.length < maxTrustedIssuers && (
        <div className="row">
          <input
            ref={picker}
            type="file"
            hidden
            accept=".cer,.crt,.der,.pem"
            aria-label="Certificate file"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void add.run(file);
              target.value = '';
            }}
          />
          <Button busy={add.busy} onClick={() => picker.current?.click()}>
            <Icon of={Plus} />
            Add certificate
          </Button>
        </div>
      )}
    </Section>
  );
}

type ListProps = { issuers: readonly TrustedIssuer[]; onRemoved: () => Promise<unknown> };

function IssuerList({ issuers, onRemoved }: ListProps) {
  const list = useRetainedFocus(issuers.map(({ fingerprint }) => fingerprint));
  return (
    <ul ref={list} className={styles.list}>
      {issuers.map((issuer) => (
        <IssuerRow key={issuer.fingerprint} issuer={issuer} onRemoved={onRemoved} />
      ))}
    </ul>
  );
}

type RowProps = Pick<ListProps, 'onRemoved'> & { issuer: TrustedIssuer };

function IssuerRow({ issuer: { name, until, added, fingerprint }, onRemoved }: RowProps) {
  const remove = useAction(async () => {
    await call('removeTrustedIssuer', { body: { fingerprint } });
    await onRemoved();
    toast('Issuer removed.', { tone: 'good' });
  }, toastError);
  return (
    <li className={styles.issuer}>
      <div className={styles.facts}>
        <strong>
          <bdi translate="no">{name}</bdi>
        </strong>
        <span className="soft small">
          Added {exactDay(added)}, valid until {exactDay(until)}
        </span>
        <code className="small" translate="no">
          {fingerprint.match(/.{4}/g)?.join(' ')}
        </code>
      </div>
      <ConfirmButton
        label="Remove"
        button={{ variant: 'quiet', busy: remove.busy, 'aria-label': `Remove ${name}` }}
        title={`Remove “${name}”?`}
        confirm="Remove issuer"
        onConfirm={() => void remove.run()}
      >
        Signatures that were proven through this certificate, earlier ones too, are no longer shown as proven.
      </ConfirmButton>
    </li>
  );
}
