import { UserPlus } from 'lucide-react';
import { type ClipboardEvent, useRef, useState } from 'react';
import type { InvitationResult } from '../../contract/user.ts';
import { openFormDraft } from '../../outbox/formDraft.ts';
import { inviteUsers } from '../../outbox/send.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/FormErrors.tsx';
import { toast } from '../../ui/toast.ts';
import { useKeptForm } from '../../ui/useKeptForm.ts';
import { InviteeFields } from './InviteeFields.tsx';
import { InviteResults } from './InviteResults.tsx';
import { emptyRow, type InviteeRow, InviteForm, isEmptyRow } from './inviteForm.ts';
import { PasteList } from './PasteList.tsx';
import { parsePeople } from './parsePeople.ts';

type Props = {
  /** E-mail of who invites. */
  inviter: string;
  types: readonly InviteeRow['userType'][];
};

/** The form: rows typed, or pasted from a spreadsheet; after sending, what became of each. */
export function InvitePeople({ inviter, types }: Props) {
  const form = useKeptForm(InviteForm, { inviteeList: [emptyRow()] }, () => openFormDraft(inviter, 'invite'));
  const [results, setResults] = useState<readonly InvitationResult[]>([]);
  const rows = form.values.inviteeList;
  const current = useRef(rows);
  current.current = rows;
  const setRows = (next: InviteeRow[]) => form.set('inviteeList', next.length > 0 ? next : [emptyRow()]);
  const refusals = new Map(
    results.filter((result) => result.outcome === 'REFUSED').map((r) => [r.email, r.errorMessage]),
  );

  function addPeople(text: string, at = rows.length) {
    const people = parsePeople(text).map((person) =>
      types.includes(person.userType) ? person : { ...person, userType: 'CLIENT' as const },
    );
    const typed = [...rows.slice(0, at), ...people, ...rows.slice(at)].filter((row) => !isEmptyRow(row));
    setRows(typed);
    return people.length;
  }

  /** What was typed comes back where it was. */
  function remove(at: number) {
    const row = rows[at];
    setRows(rows.filter((_, other) => other !== at));
    if (!row || isEmptyRow(row)) return;
    toast(`${row.email || `${row.firstName} ${row.lastName}`} is removed from the list.`, {
      action: { label: 'Undo', run: () => setRows(current.current.toSpliced(at, 0, row)) },
    });
  }

  /** A table pasted into a field fills rows from there; one word is just pasted. */
  function onPaste(event: ClipboardEvent, at: number) {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    addPeople(text, at);
  }

  async function send({ inviteeList }: { inviteeList: InviteeRow[] }) {
    const answer = await inviteUsers(inviteeList);
    setResults(answer);
    const refused = new Set(
      answer.filter((result) => result.outcome === 'REFUSED').map((result) => result.email),
    );
    const left = inviteeList.filter((row) => refused.has(row.email));
    form.reset({ inviteeList: left.length > 0 ? left : [emptyRow()] });
  }

  return (
    <>
      <InviteResults results={results} />
      <form
        ref={form.ref}
        className="sheet stack"
        noValidate
        onSubmit={form.submit((output) => send(output as { inviteeList: InviteeRow[] }))}
      >
        <FormErrors form={form} />
        {rows.map((row, at) => (
          <InviteeFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, and have no state of their own.
            key={at}
            at={at}
            form={form}
            types={types}
            refusal={refusals.get(row.email.trim().toLowerCase())}
            onPaste={(event) => onPaste(event, at)}
            onRemove={rows.length > 1 ? () => remove(at) : undefined}
          />
        ))}
        <PasteList onAdd={(text) => addPeople(text)} />
        <div className="row" data-ends="">
          <Button onClick={() => setRows([...rows, emptyRow()])}>
            <UserPlus aria-hidden />
            Add a row
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Send the invitations
          </Button>
        </div>
      </form>
    </>
  );
}
