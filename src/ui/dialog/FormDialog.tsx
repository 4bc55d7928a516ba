import { type ComponentProps, type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { Button } from '../Button.tsx';
import { FormErrors } from '../form/FormErrors.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  title: string;
  form: ComponentProps<typeof FormErrors>['form'] & { ref: RefObject<HTMLFormElement | null>; busy: boolean };
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  /** What the button that submits says. */
  submit: ReactNode;
  /** Why there is nothing to submit yet: the button stays where it is and does nothing, or cannot be pressed. */
  state?: { 'aria-disabled'?: boolean; disabled?: boolean; busy?: boolean };
  /** What the button that closes says. */
  leave?: string;
  /** Buttons before it. */
  others?: ReactNode;
  children: ReactNode;
};

/** A dialog that is one form, open as long as it is on the page. Its errors are above its fields, its buttons along the lower edge. */
export function FormDialog({
  title,
  form,
  onSubmit,
  onClose,
  submit,
  state,
  leave = 'Close',
  others,
  children,
}: Props) {
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          {others}
          <Button onClick={onClose}>{leave}</Button>
          <Button type="submit" form={id} variant="primary" busy={form.busy} {...state}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.ref} noValidate className="stack" inert={form.busy} onSubmit={onSubmit}>
        <FormErrors form={form} />
        {children}
      </form>
    </Dialog>
  );
}
