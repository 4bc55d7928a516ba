import { useDeferredValue, useId } from 'react';
import { TextField } from '../../../ui/TextField.tsx';
import type { BoundField } from '../../../ui/useForm.ts';
import { useClients } from '../useClients.ts';
import { FormSection } from './FormSection.tsx';

/** Staff report for a client: whose job it will be. */
export function ReporterSection({ field }: { field: BoundField<string> }) {
  const id = useId();
  const typed = useDeferredValue(field.value.trim());
  const clients = useClients(true, typed.length > 1 ? typed : '');
  const known = clients.find((client) => client.email === typed.toLowerCase());
  return (
    <FormSection title="Client">
      <TextField
        label="Client’s email"
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        list={id}
        hint={
          known ? `${known.userName}, ${known.company}` : 'The job will be theirs, and messages go to them.'
        }
        {...field}
      />
      <datalist id={id}>
        {clients.map(({ email, userName, company }) => (
          <option key={email} value={email} label={`${userName} (${company})`} />
        ))}
      </datalist>
    </FormSection>
  );
}
