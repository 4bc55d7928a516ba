import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { keys } from '../../api/queries.ts';
import { apply } from '../../cache/apply.ts';
import { OwnErasure } from '../../contract/users/erasures.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastFailure } from '../../ui/feedback/toastError.ts';
import { Section } from '../../ui/Section.tsx';
import { Time } from '../../ui/text/Time.tsx';
import { useAction } from '../../ui/useAction.ts';

/** Lets a user request the deletion of their account, and withdraw the request. An admin deletes it: jobs may be in progress. */
export function ErasureSection() {
  const query = useQuery({
    queryKey: keys.ownErasure(),
    queryFn: async ({ signal }) => checked(OwnErasure, await call('ownErasure', { signal })),
  });
  const { data } = query;
  const [isOpen, setOpen] = useState(false);
  const { busy, run: ask } = useAction(
    async (wanted: boolean) => {
      apply({
        kind: 'deletion-requested',
        wish: checked(OwnErasure, await call('askErasure', { body: { wanted } })),
      });
      toast(wanted ? 'Deletion request sent.' : 'Deletion request withdrawn.', { tone: 'good' });
    },
    (error) => toastFailure('save this change', error),
  );
  const asked = data?.asked ?? null;
  // Whether it was requested is not known.
  if (!data && query.error)
    return (
      <Section title="Delete account">
        <TryAgain query={query} what="your request" />
      </Section>
    );
  return (
    <Section title="Delete account">
      <p>
        {asked === null ? (
          'Ask an admin to delete your account. Your name, email, phone number, and address are removed. Jobs, messages, and files stay, without your name.'
        ) : (
          <>
            You requested account deletion <Time seconds={asked} inSentence />. You can withdraw the request
            until an admin completes it.
          </>
        )}
      </p>
      <div className="row">
        {/* One button for both, which keeps the focus. */}
        <Button busy={busy} disabled={!data} onClick={() => (asked === null ? setOpen(true) : ask(false))}>
          {asked === null ? 'Request account deletion' : 'Withdraw request'}
        </Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Request account deletion?"
        confirm="Request deletion"
        onConfirm={() => {
          setOpen(false);
          void ask(true);
        }}
      >
        An admin will see your request. After your account is deleted, you can’t sign in and your data can’t
        be recovered. Your jobs continue without your name.
      </ConfirmDialog>
    </Section>
  );
}
