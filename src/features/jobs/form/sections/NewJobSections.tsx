import { useDeferredValue, useId } from 'react';
import { labels } from '../../../../contract/labels.ts';
import type { Profile } from '../../../../contract/users/user.ts';
import { phoneHint } from '../../../../ui/form/phoneHint.ts';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import type { BoundField } from '../../../../ui/form/useForm.ts';
import { useClients } from '../../useClients.ts';
import { type Fold, FormSection } from './FormSection.tsx';

/** The sections that only the form of a new job has. */

export function NoteSection({ field, fold }: { field: BoundField<string>; fold: Fold }) {
  return (
    <FormSection fold={fold} title="Note">
      <TextArea label="Note to EV" hint="Sent as the first message in the job’s chat." {...field} />
    </FormSection>
  );
}

type ClientProps = {
  field: BoundField<string>;
  /** The client with the typed email. */
  client: Profile | undefined;
  /** Whether the job invites whoever has the typed email. */
  invites: boolean;
  fold: Fold;
};

export function ClientSection({ field, client, invites, fold }: ClientProps) {
  const id = useId();
  const typed = useDeferredValue(field.value.trim());
  const clients = useClients(true, typed.length > 1 ? typed : '');
  return (
    <FormSection fold={fold} title="Client">
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
          client
            ? `${client.userName}, ${client.company}`
            : invites
              ? 'No client with this email yet. When you submit the job, we’ll invite them to EV Jobs, where they’ll find it.'
              : 'They’ll own the job and get its messages.'
        }
        {...field}
      />
      <datalist id={id}>
        {clients?.map(({ email, userName, company }) => (
          <option key={email} value={email} label={`${userName} (${company})`} />
        ))}
      </datalist>
    </FormSection>
  );
}

export function ContactSection({ field, fold }: { field: BoundField<string>; fold: Fold }) {
  return (
    <FormSection fold={fold} title="Contact">
      <TextField
        label={labels.phoneNumber_auto_filled}
        hint={[phoneHint(), 'A change here applies to this job only.'].filter(Boolean).join('. ')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        {...field}
      />
    </FormSection>
  );
}
