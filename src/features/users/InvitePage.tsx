import type { StaffProfile } from '../../contract/user.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { InvitePeople } from './InvitePeople.tsx';
import { invitableTypes } from './standing.ts';

/** Invites many people in one go (staff only). */
export function InvitePage({ reader }: { reader: StaffProfile }) {
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title="Invite people"
        note="Each gets an e-mail with a link to sign up. Who was invited needs no further approval."
      />
      <InvitePeople inviter={reader.email} types={invitableTypes(reader)} />
    </div>
  );
}
