import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { profileQuery } from '../../../api/queries.ts';
import { maxSearchLength } from '../../../contract/limits.ts';
import type { Profile } from '../../../contract/users/user.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { tooLongText } from '../../../ui/form/tooLongText.ts';
import { useClients } from '../useClients.ts';
import { type FilterProps, withValue } from './jobListSearch.ts';

/** Returns clients to suggest for what is typed, each once. */
function useSuggestions(typed: string): Profile[] {
  const first = useClients(true) ?? [];
  const matching = useClients(typed.trim().length > 1, typed.trim().slice(0, maxSearchLength)) ?? [];
  return [...new Map([...first, ...matching].map((one) => [one.email, one])).values()];
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Returns the emails of clients by their names, which end with the email where two would be the same. */
function byName(clients: readonly Profile[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { email, firstName, lastName, company } of clients) {
    const name = `${firstName} ${lastName} (${company})`;
    names.set(names.has(name) ? `${name} ${email}` : name, email);
  }
  return names;
}

/** The filters by company and by client, which are chosen by their names. */
export function ClientFields({ search, onChange }: Pick<FilterProps, 'search' | 'onChange'>) {
  const { company = '', reporter = '' } = search;
  const [typed, setTyped] = useState({ company: '', reporter: '' });
  const companies = useSuggestions(typed.company).map((client) => client.company);
  const suggested = useSuggestions(typed.reporter);
  const { data: chosen } = useQuery({ ...profileQuery(reporter), enabled: reporter !== '' });
  const ofCompany = suggested.filter((client) => !company || isSame(client.company, company));
  const clients = byName(
    chosen ? [chosen, ...ofCompany.filter(({ email }) => email !== reporter)] : ofCompany,
  );
  return (
    <>
      <NameField
        label="Company"
        placeholder="Any company"
        names={new Map(companies.filter(Boolean).map((name) => [name, name]))}
        value={company}
        onType={(text) => setTyped({ ...typed, company: text })}
        onChange={(name) => onChange(withValue(search, 'company', name))}
      />
      <NameField
        label="Client"
        placeholder="Any client"
        names={clients}
        value={reporter}
        onType={(text) => setTyped({ ...typed, reporter: text })}
        onChange={(email) => onChange(withValue(search, 'reporter', email))}
      />
    </>
  );
}

type NameFieldProps = {
  label: string;
  placeholder: string;
  /** What is suggested, with the value of each name. */
  names: ReadonlyMap<string, string>;
  value: string;
  onType: (text: string) => void;
  onChange: (value: string) => void;
};

/** Filters by a name that is chosen, or typed as far as no other begins so. A value is accepted as well. */
function NameField({ label, placeholder, names, value, onType, onChange }: NameFieldProps) {
  const shown = [...names].find((one) => one[1] === value)?.[0] ?? value;
  const [text, setText] = useState(shown);
  const [isWrong, setWrong] = useState(false);
  const listId = useId();
  // The name of a value may arrive later, but not over what is being typed.
  useEffect(() => {
    if (document.activeElement?.getAttribute('list') !== listId) setText(shown);
  }, [shown, listId]);

  function commit(typed: string, isDone: boolean): void {
    const entries = [...names];
    const exact = entries.find((entry) => entry.some((one) => isSame(one, typed)));
    const beginning = entries.filter(([name]) => name.toLowerCase().startsWith(typed.trim().toLowerCase()));
    const found = exact ?? (isDone && beginning.length === 1 ? beginning[0] : undefined);
    const isEmpty = typed.trim() === '';
    setWrong(isDone && !isEmpty && !found);
    if (found && isDone) setText(found[0]);
    if ((found || isEmpty) && (found?.[1] ?? '') !== value) onChange(found?.[1] ?? '');
  }

  const known = [...names.keys()].join();
  const commitAgain = useEffectEvent(() => {
    if (isWrong) commit(text, true);
  });
  useEffect(() => {
    // The suggestions for what was typed may arrive later.
    if (known) commitAgain();
  }, [known]);

  const wrong = isWrong && `No ${label.toLowerCase()} found. Choose one from the list.`;
  return (
    <>
      <TextField
        label={label}
        required
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        list={listId}
        error={tooLongText(text, maxSearchLength) || wrong || undefined}
        value={text}
        onChange={(typed) => {
          setText(typed);
          onType(typed);
          commit(typed, false);
        }}
        onBlur={() => commit(text, true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(text, true);
        }}
      />
      <datalist id={listId}>
        {[...names.keys()].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
