import { useInfiniteQuery } from '@tanstack/react-query';
import { userTypes } from '../../contract/enums.ts';
import {
  type InvitationState,
  invitationStates,
  type SentInvitation,
} from '../../contract/users/invitation.ts';
import { counted } from '../../format/counted.ts';
import { exactDay } from '../../format/date.ts';
import { inviteUsers, withdrawInvitation } from '../../outbox/sends/send.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/dialog/ConfirmDialog.tsx';
import { LoadMore } from '../../ui/feedback/LoadMore.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastFailure } from '../../ui/feedback/toastError.ts';
import { Section } from '../../ui/Section.tsx';
import { Time } from '../../ui/text/Time.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useRetainedFocus } from '../../ui/useRetainedFocus.ts';
import { invitationsQuery } from './invitationsQuery.ts';
import type { InviteeRow } from './inviteForm.ts';
import styles from './SentInvitations.module.css';

type Props = {
  /** Called with who is to be invited again, and has no name yet: they were invited with a job. */
  onNameless: (row: InviteeRow) => void;
};

/** The invitations that were sent, the newest first, each with what became of it. */
export function SentInvitations(props: Props) {
  return (
    <Section title="Sent invitations" tight>
      <Invitations {...props} />
    </Section>
  );
}

function Invitations(props: Props) {
  const query = useInfiniteQuery(invitationsQuery());
  const invitations = query.data?.pages.flatMap(({ items }) => items);
  if (!invitations) {
    return <NotLoaded query={query} what="invitations" heights={['4.5rem']} />;
  }
  if (invitations.length === 0) return <p className="soft">People you invite show up here.</p>;
  return (
    <>
      <InvitationList invitations={invitations} {...props} />
      <LoadMore query={query} />
    </>
  );
}

function InvitationList({ invitations, ...props }: Props & { invitations: readonly SentInvitation[] }) {
  // Also when the button that was pressed is gone.
  const list = useRetainedFocus(invitations.map(({ email, state }) => `${email} ${state}`));
  return (
    <ul ref={list} className={styles.list} aria-label="Sent invitations">
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.email} invitation={invitation} {...props} />
      ))}
    </ul>
  );
}

const tones: Readonly<Record<InvitationState, BadgeTone>> = {
  OPEN: 'blue',
  ACCEPTED: 'done',
  EXPIRED: 'faded',
  WITHDRAWN: 'faded',
};

type RowProps = Props & { invitation: SentInvitation };

function InvitationRow({ invitation, ...props }: RowProps) {
  const { email, firstName, lastName, userType, state, invitedBy, invitedByName } = invitation;
  const name = `${firstName} ${lastName}`.trim();
  return (
    <li className={styles.row}>
      <div className={styles.who} translate="no">
        <p className={styles.name}>{name || email}</p>
        {name && <p className="small soft">{email}</p>}
      </div>
      <div className={styles.state}>
        <Badge>{userTypes[userType]}</Badge>
        <Badge tone={tones[state]}>{invitationStates[state]}</Badge>
      </div>
      <div className={styles.facts}>
        <p>
          Sent <Time seconds={invitation.createdTimestamp} inSentence /> by{' '}
          <span translate="no">{invitedByName || invitedBy}</span>
        </p>
        <Progress invitation={invitation} />
      </div>
      <div className={styles.actions}>
        {state !== 'ACCEPTED' && <Actions invitation={invitation} {...props} />}
      </div>
    </li>
  );
}

/** Says whether the link was opened, and when the invitation expires, or when it ended. */
function Progress({ invitation }: { invitation: SentInvitation }) {
  const { state, openedTimestamp, endedTimestamp, expiresTimestamp, jobs } = invitation;
  return (
    <>
      <p>
        {openedTimestamp === null ? (
          'Link not opened'
        ) : (
          <>
            Link opened <Time seconds={openedTimestamp} inSentence />
          </>
        )}
      </p>
      {endedTimestamp === null ? (
        <p>
          {state === 'EXPIRED' ? 'Expired' : 'Expires'} {exactDay(expiresTimestamp)}
        </p>
      ) : (
        <p>
          {invitationStates[state]} <Time seconds={endedTimestamp} inSentence />
        </p>
      )}
      {jobs > 0 && <p>{counted(jobs, 'job')} waiting for this client</p>}
    </>
  );
}

function Actions({ invitation, onNameless }: RowProps) {
  const { email, invitationId, state, jobs } = invitation;
  const sending = useAction(
    async () => {
      const { firstName, lastName, userType } = invitation;
      // What the list shows was invited before, and so has a role.
      if (userType === 'UNSPECIFIED') return;
      if (firstName === '' || lastName === '') return onNameless({ email, firstName, lastName, userType });
      const [result] = await inviteUsers([{ email, firstName, lastName, userType }], invitationId);
      if (result?.outcome === 'INVITED')
        toast(`Invitation sent again to ${email}. The earlier link no longer works.`, { tone: 'good' });
      else throw new Error(result?.errorMessage);
    },
    (error) => toastFailure('send the invitation again', error),
  );
  const withdrawing = useAction(
    async () => {
      await withdrawInvitation(invitationId);
      toast(`Invitation of ${email} withdrawn.`, { tone: 'good' });
    },
    (error) => toastFailure('withdraw the invitation', error),
  );
  return (
    <>
      <Button busy={sending.busy} aria-label={`Send again: ${email}`} onClick={() => void sending.run()}>
        Send again
      </Button>
      {state === 'OPEN' && (
        <ConfirmButton
          label="Withdraw"
          button={{ variant: 'quiet', busy: withdrawing.busy, 'aria-label': `Withdraw: ${email}` }}
          title={`Withdraw the invitation of ${email}?`}
          confirm="Withdraw"
          onConfirm={() => void withdrawing.run()}
        >
          The link in their email will stop working. They can still create an account, which then needs
          approval.
          {jobs > 0 && ` ${counted(jobs, 'job')} entered for this address won’t change.`}
        </ConfirmButton>
      )}
    </>
  );
}
