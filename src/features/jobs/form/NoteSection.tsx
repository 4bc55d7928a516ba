import { TextArea } from '../../../ui/TextArea.tsx';
import type { BoundField } from '../../../ui/useForm.ts';
import { FormSection } from './FormSection.tsx';

/** A note given with a new job. */
export function NoteSection({ field }: { field: BoundField<string> }) {
  return (
    <FormSection title="Note">
      <TextArea
        label="Note to EV"
        hint="It becomes the first message of the job’s conversation."
        {...field}
      />
    </FormSection>
  );
}
