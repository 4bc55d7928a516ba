import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/ApiError.ts';
import { call } from '../../api/client.ts';
import { keys } from '../../api/queries.ts';
import { apply } from '../../cache/apply.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Time } from '../../ui/Time.tsx';

const queryKey = keys.ownErasure();

/** Null at a service that erases nobody. */
async function readWish(signal: AbortSignal): Promise<{ asked: number | null } | null> {
  try {
    return await call('ownErasure', { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Where a person asks to be erased, and calls it off. An administrator does it: jobs may be under way. */
export function ErasureSection() {
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => readWish(signal) });
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  if (data === null) return null;

  async function ask(wanted: boolean) {
    setOpen(false);
    setBusy(true);
    try {
      apply({ kind: 'deletion-requested', wish: await call('askErasure', { body: { wanted } }) });
      toast(wanted ? 'You asked to be erased. An administrator sees it.' : 'You stay.', { tone: 'good' });
    } catch (error) {
      toast(`Nothing was changed. ${error instanceof Error ? error.message : error}`, { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }
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
          <Button busy={busy} onClick={() => void ask(false)}>
            Call it off
          </Button>
        )}
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Ask to be erased?"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Stay</Button>
            <Button variant="danger" onClick={() => void ask(true)}>
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
