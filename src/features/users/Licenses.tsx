import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { licensesQuery } from '../../api/licensesQuery.ts';
import { dueDateText } from '../../contract/due/dueDates.ts';
import type { License } from '../../contract/proof/proof.ts';
import type { Profile } from '../../contract/users/user.ts';
import { isoDay } from '../../format/date.ts';
import { saveLicense } from '../../outbox/sends/send.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Section } from '../../ui/Section.tsx';
import { fullNameOf } from './approval.ts';
import { LicenseDialog, type Saving } from './LicenseDialog.tsx';

/** The licenses of a member of staff; an admin adds, changes and removes them. */
export function Licenses({ user, mayChange }: { user: Profile; mayChange: boolean }) {
  const query = useQuery(licensesQuery());
  const [edited, setEdited] = useState<License | null>();
  const licenses = query.data?.filter(({ email }) => email === user.email);

  async function save({ licenseId, license }: Saving) {
    await saveLicense({ licenseId, email: user.email, license });
    await query.refetch();
    toast(license ? 'License saved.' : 'License removed.', { tone: 'good' });
  }
  return (
    <Section
      title="Licenses"
      note="Whoever is assigned to a job should be licensed in its state until it is due."
    >
      {!licenses && <NotLoaded query={query} what="the licenses" heights={['3rem']} />}
      {licenses?.length === 0 && <p className="soft">No licenses.</p>}
      {licenses && licenses.length > 0 && (
        <ul className="stack" data-tight="">
          {licenses.map((license) => (
            <li key={license.licenseId} className="row">
              <span translate="no">
                <strong>
                  {license.state} {license.number}
                </strong>
                , {license.name}, {license.discipline}
              </span>
              <Badge tone={license.expires < isoDay() ? 'late' : 'faded'}>
                {license.expires < isoDay() ? 'Expired' : 'Until'} {dueDateText(license.expires)}
              </Badge>
              {mayChange && (
                <Button variant="quiet" onClick={() => setEdited(license)}>
                  Edit
                  <span className="visually-hidden" translate="no">
                    {` ${license.state} ${license.number}`}
                  </span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <div className="row">
          <Button onClick={() => setEdited(null)}>Add license</Button>
        </div>
      )}
      {edited !== undefined && (
        <LicenseDialog
          license={edited}
          holder={{ email: user.email, name: fullNameOf(user) }}
          onSave={save}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}
