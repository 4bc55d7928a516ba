import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { type DueRules, suggestedRules } from '../../contract/due/dueRules.ts';
import { isSameValue } from '../../format/sameValue.ts';
import { ownTimeZone } from '../../format/timeZones.ts';
import { useProfile } from '../../session/useSession.ts';
import { AdminPage } from '../../ui/AdminPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastError } from '../../ui/feedback/toastError.ts';
import { useAction } from '../../ui/useAction.ts';
import { DueRulesForm } from './DueRulesForm.tsx';
import { dueRulesQuery, readDueRules } from './dueRulesQueries.ts';

const changedText =
  'Another admin has changed the due dates meanwhile. What you didn’t change here shows their changes now. Review it and try again.';

/** `/due-dates`: the rules from which due dates follow (admins). */
export function DueRulesPage() {
  const { userType } = useProfile();
  return (
    <AdminPage
      userType={userType}
      title="Due dates"
      note="Rules give each job a due date in business days. The days a job is on hold don’t count."
    >
      <Rules />
    </AdminPage>
  );
}

function Rules() {
  const query = useQuery(dueRulesQuery());
  /** The rules of the form while due dates are off: those to begin with, or those of before another admin turned them off. */
  const [begun, setBegun] = useState<DueRules | null>(null);
  const off = useAction(async () => {
    await call('saveDueRules', { body: { rules: null } });
    await query.refetch();
    setBegun(null);
    toast('Due dates are off.', { tone: 'good' });
  }, toastError);
  if (!query.data) {
    return <NotLoaded query={query} what="the due date rules" heights={['4rem', '12rem']} />;
  }
  const { rules: known } = query.data;
  if (known && known !== begun) setBegun(known);
  const rules = known ?? begun;
  if (!rules) {
    return (
      <EmptyState title="Due dates are off">
        <Button variant="primary" onClick={() => setBegun(suggestedRules(ownTimeZone()))}>
          Set up due dates
        </Button>
      </EmptyState>
    );
  }
  return (
    <DueRulesForm
      rules={rules}
      countries={query.data.countries}
      onSave={async (changed) => {
        const { rules: now } = await readDueRules();
        // Its own where the response to a first try was lost.
        if (!isSameValue(now, known) && !isSameValue(now, changed)) {
          await query.refetch();
          throw new Error(changedText);
        }
        await call('saveDueRules', { body: { rules: changed } });
        await query.refetch();
        toast('Due dates saved. Open jobs follow within a few minutes.', { tone: 'good' });
      }}
    >
      {known ? (
        <ConfirmButton
          label="Turn off due dates"
          button={{ variant: 'danger', busy: off.busy }}
          title="Turn off due dates?"
          confirm="Turn off"
          onConfirm={() => void off.run()}
        >
          Jobs no longer show due dates, and calendars are empty. The rules are deleted. Dates that staff set
          come back if you set up due dates again.
        </ConfirmButton>
      ) : (
        <p role="status">Due dates are off until you save these rules.</p>
      )}
    </DueRulesForm>
  );
}
