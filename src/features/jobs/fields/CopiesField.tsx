import { NumberField } from '../../../ui/form/NumberField.tsx';
import type { BoundField } from '../../../ui/form/useForm.ts';

export function CopiesField(field: BoundField<number | null>) {
  return <NumberField label="Number of copies" required {...field} />;
}
