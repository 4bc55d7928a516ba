import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { nullIfMissing } from '../../api/nullIfMissing.ts';
import { keys } from '../../api/queries.ts';
import { apply } from '../../cache/apply.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Time } from '../../ui/Time.tsx';
import { messageOf, useAction } from '../../ui/useAction.ts';

/** Lets a user ask to be erased, and withdraw that. An administrator erases them: jobs may be under way. */
export function ErasureSection() {
  const { data } = useQuery({
    queryKey: keys.ownErasure(),
    queryFn: ({ signal }) => nullIfMissing(call('ownErasure', { signal })),
  });
  const [isOpen, setOpen] = useState(false);
  const { busy, run: ask } = useAction(
    async (wanted: boolean) => {
      setOpen(false);
      apply({ kind: 'deletion-requested', wish: await call('askErasure', { body: { wanted } }) });
      toast(wanted ? 'You asked to be erased. An administrator sees it.' : 'You stay.', { tone: 'good' });
    },
    (error) => toast(`Nothing was changed. ${messageOf(error)}`, { tone: 'bad' }),
  );
  if (data === null) return null;
  const asked = data?.asked ?? null;
  return (
    <section className="sheet stack" aria-labelledby="own-erasure">
      <h2 id="own-erasure" className="section-title">
        Leave for good
      </h2>
      <p>
        {asked === null ? (
          'You can ask to have your name, e-mail, phone number and address erased. Jobs, messages and files stay, without your name.'
        ) : (
          <>
            You asked to be erased <Time seconds={asked} />. An administrator does it; until then you can call
            it off.
          </>
        )}
      </p>
      <div className="row">
        {asked === null ? (
          <Button busy={busy} disabled={!data} onClick={() => setOpen(true)}>
            Ask to be erased…
          </Button>
        ) : (
          <Button busy={busy} onClick={() => ask(false)}>
            Call it off
          </Button>
        )}
      </div>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Ask to be erased?"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Stay</Button>
            <Button variant="danger" onClick={() => ask(true)}>
              Ask to be erased
            </Button>
          </>
        }
      >
        <p>
          Administrators are shown your wish. Once one of them has done it, you cannot sign in any more,
          nothing brings your data back, and your jobs go on without your name.
        </p>
      </Dialog>
    </section>
  );
}
