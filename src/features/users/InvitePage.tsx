import { UserPlus } from 'lucide';
import { type ClipboardEvent, useRef, useState } from 'react';
import type { InvitationResult, StaffProfile } from '../../contract/users/user.ts';
import { counted } from '../../format/counted.ts';
import { ended } from '../../format/ended.ts';
import { isSameValue } from '../../format/sameValue.ts';
import { openDraft } from '../../outbox/drafts/openDrafts.ts';
import { inviteUsers } from '../../outbox/sends/send.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { FormErrors } from '../../ui/form/FormErrors.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import type { Press } from '../../ui/form/useForm.ts';
import { useSavedForm } from '../../ui/form/useSavedForm.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Section } from '../../ui/Section.tsx';
import { invitableTypes } from './approval.ts';
import { InviteeFields } from './InviteeFields.tsx';
import { emptyRow, type InviteeRow, InviteForm, isEmptyRow } from './inviteForm.ts';
import { isRecipientList, parseInvitees } from './parseInvitees.ts';
import { SentInvitations } from './SentInvitations.tsx';
import type { InviteSearch } from './usersSearch.ts';

/** Invites several people at once (staff only). */
export function InvitePage({ reader, role }: { reader: StaffProfile; role: InviteSearch['role'] }) {
  const types = invitableTypes(reader);
  const usual = types.find((type) => type === role) ?? 'CLIENT';
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title="Invite users"
        note="We’ll email each person a link to sign up. Invited users don’t need approval. Invitations expire after 30 days."
      />
      <InviteUsers inviter={reader.email} types={types} usual={usual} />
    </div>
  );
}

type Values = { inviteeList: InviteeRow[] };

type Props = {
  /** Email of the user who invites. */
  inviter: string;
  types: readonly InviteeRow['userType'][];
  /** The role of a new row. */
  usual: InviteeRow['userType'];
};

/** The form, with rows typed or pasted from a spreadsheet, the result of each invitation, and those that were sent. */
function InviteUsers({ inviter, types, usual }: Props) {
  const form = useSavedForm(InviteForm, { inviteeList: [emptyRow(usual)] }, (rules) =>
    openDraft(inviter, 'invite', rules),
  );
  const [results, setResults] = useState<readonly InvitationResult[]>([]);
  const rows = form.values.inviteeList;
  const current = useRef(rows);
  current.current = rows;
  const setRows = (next: InviteeRow[]) => form.set('inviteeList', next.length > 0 ? next : [emptyRow(usual)]);
  const refusals = refusalsOf(results);

  function addInvitees(text: string, at = rows.length) {
    const invitees = parseInvitees(text, usual).map((person) =>
      types.includes(person.userType) ? person : { ...person, userType: usual },
    );
    const typed = [...rows.slice(0, at), ...invitees, ...rows.slice(at)].filter((row) => !isEmptyRow(row));
    setRows(typed);
    return invitees.length;
  }

  function remove(at: number) {
    const row = rows[at];
    setRows(rows.filter((_, other) => other !== at));
    if (!row || isEmptyRow(row)) return;
    toast(ended(`Removed ${row.email || `${row.firstName} ${row.lastName}`}`), {
      action: { label: 'Undo', run: () => setRows(current.current.toSpliced(at, 0, row)) },
    });
  }

  /** Puts somebody in front of the form, who was invited without the name that it asks for. */
  function nameFirst(row: InviteeRow) {
    setRows([row, ...rows.filter((other) => !isEmptyRow(other))]);
    form.focus('inviteeList.0.firstName');
  }

  /** Fills rows from a table that is pasted into a field; anything else is pasted as usual. */
  function onPaste(event: ClipboardEvent, at: number) {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trim()) && !isRecipientList(text)) return;
    event.preventDefault();
    addInvitees(text, at);
  }

  async function send({ inviteeList }: Values, press: Press<Values>) {
    const sent = await inviteUsers(inviteeList);
    setResults(sent);
    const refused = refusalsOf(sent);
    const left = inviteeList.filter((row) => refused.has(row.email));
    const list = (all: InviteeRow[]) => ({ inviteeList: all.length > 0 ? all : [emptyRow(usual)] });
    press.settle(list(left), (_, now, pressed) => {
      const isTypedSince = (row: InviteeRow) =>
        !pressed.inviteeList.some((sentRow) => isSameValue(row, sentRow));
      return list([...left, ...now.inviteeList.filter((row) => !isEmptyRow(row) && isTypedSince(row))]);
    });
  }

  return (
    <>
      <InviteResults results={results} />
      <form
        ref={form.ref}
        className="sheet stack"
        noValidate
        onSubmit={form.submit((output, press) => send(output as Values, press))}
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
        <PasteList onAdd={(text) => addInvitees(text)} />
        <div className="row" data-ends="">
          <Button onClick={() => setRows([...rows, emptyRow(usual)])}>
            <Icon of={UserPlus} />
            Add person
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Send invitations
          </Button>
        </div>
      </form>
      <SentInvitations onNameless={nameFirst} />
    </>
  );
}

/** Returns why invitations were rejected, by email. */
function refusalsOf(results: readonly InvitationResult[]): ReadonlyMap<string, string> {
  const refused = results.filter(({ outcome }) => outcome === 'REFUSED');
  return new Map(refused.map(({ email, errorMessage }) => [email, errorMessage]));
}

function heading(invited: number, refused: number): string {
  if (invited === 0) return `${counted(refused, 'invitation')} not sent`;
  const sent = `${counted(invited, 'invitation')} sent`;
  return refused === 0 ? sent : `${sent}, ${refused} not sent`;
}

function InviteResults({ results }: { results: readonly InvitationResult[] }) {
  const invited = results.filter((result) => result.outcome === 'INVITED');
  return (
    <div role="status">
      {results.length > 0 && (
        <Section title={heading(invited.length, results.length - invited.length)} tight>
          <ul>
            {results.map((result, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an address can stand in the list twice; the list never moves.
              <li key={at}>
                <span translate="no">{result.email}</span>:{' '}
                {result.outcome === 'INVITED' ? 'Invitation sent' : result.errorMessage}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

/** A field for a whole list; a table pasted into a row does the same. */
function PasteList({ onAdd }: { onAdd: (text: string) => number }) {
  const [text, setText] = useState('');
  const [added, setAdded] = useState('');
  return (
    <details>
      <summary>Paste a list from a spreadsheet or an email</summary>
      <div className="stack" data-tight="">
        <TextArea
          label="People to invite"
          hint="One person per line: email, first name, last name, role. Paste cells, CSV, or the recipients of an email. You can include a header row."
          value={text}
          onChange={setText}
        />
        <div className="row">
          <Button
            disabled={text.trim() === ''}
            onClick={() => {
              const count = onAdd(text);
              if (count > 0) setText('');
              setAdded(
                count > 0
                  ? `${counted(count, 'person', 'people')} added`
                  : 'No people found. Add a line for each person.',
              );
            }}
          >
            Add people
          </Button>
          <output>{added}</output>
        </div>
      </div>
    </details>
  );
}
