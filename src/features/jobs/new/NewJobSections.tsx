import { Link } from '@tanstack/react-router';
import { useDeferredValue, useId } from 'react';
import * as v from 'valibot';
import { jobReporter } from '../../../contract/fields.ts';
import { labels } from '../../../contract/labels.ts';
import { phoneHint } from '../../../format/phone.ts';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { BoundField } from '../../../ui/form/useForm.ts';
import { FormSection } from '../FormSection.tsx';
import { useClients } from '../useClients.ts';

/** The sections that only the form of a new job has. */

export function NoteSection({ field }: { field: BoundField<string> }) {
  return (
    <FormSection title="Note">
      <TextArea label="Note to EV" hint="Sent as the first message in the job’s chat." {...field} />
    </FormSection>
  );
}

const notInvited = (
  <>
    No approved client with this email. <Link to="/users/invite">Invite them</Link> first.
  </>
);

export function ClientSection({ field }: { field: BoundField<string> }) {
  const id = useId();
  const typed = useDeferredValue(field.value.trim());
  const clients = useClients(true, typed.length > 1 ? typed : '');
  const known = clients?.find((client) => client.email === typed.toLowerCase());
  const isUnknown = clients && !known && v.is(jobReporter, typed);
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
          known
            ? `${known.userName}, ${known.company}`
            : isUnknown
              ? notInvited
              : 'This client will own the job and get its messages.'
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

export function ContactSection({ field }: { field: BoundField<string> }) {
  return (
    <FormSection title="Contact">
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
