import { labels } from '../../../contract/labels.ts';
import { TextField } from '../../../ui/TextField.tsx';
import type { BoundField } from '../../../ui/useForm.ts';
import { FormSection } from './FormSection.tsx';

type Props = { field: Omit<BoundField<string>, 'onChange'> & { onChange: (value: string) => void } };

/** Whom to call about a new job: filled in from the reporter's profile, and another number where that is wanted. */
export function ContactSection({ field }: Props) {
  return (
    <FormSection title="Contact">
      <TextField
        label={labels.phoneNumber_auto_filled}
        hint="From the profile. Another number counts for this job alone."
        type="tel"
        inputMode="tel"
        autoComplete="off"
        {...field}
      />
    </FormSection>
  );
}
