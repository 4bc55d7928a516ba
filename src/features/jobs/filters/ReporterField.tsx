import { useEffect, useId, useState } from 'react';
import { TextField } from '../../../ui/TextField.tsx';
import { useClients } from '../useClients.ts';

type Props = { value: string; onChange: (email: string) => void };

/** Whose jobs: asked for once the address is chosen or all there, because half of one finds nobody. */
export function ReporterField({ value, onChange }: Props) {
  const [typed, setTyped] = useState(value);
  const listId = useId();
  const suggested = useClients(true);
  const matching = useClients(typed.trim().length > 1, typed.trim());
  const clients = [...new Map([...suggested, ...matching].map((one) => [one.email, one])).values()];
  useEffect(() => setTyped(value), [value]);

  function commit(text: string) {
    const email = text.trim().toLowerCase();
    if (email !== value) onChange(email);
  }

  return (
    <>
      <TextField
        label="Reported by"
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Email, anybody when empty"
        list={listId}
        maxLength={200}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          if (text === '' || clients.some(({ email }) => email === text.trim().toLowerCase())) commit(text);
        }}
        onBlur={() => commit(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(typed);
        }}
      />
      <datalist id={listId}>
        {clients.map(({ email, userName, company }) => (
          <option key={email} value={email} label={`${userName} (${company})`} />
        ))}
      </datalist>
    </>
  );
}
