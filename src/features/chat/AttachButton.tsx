import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { pickerAccept } from '../../contract/files.ts';
import { Button } from '../../ui/Button.tsx';

type Props = {
  /** Files chosen so far. */
  count: number;
  /** Of the file input. */
  label: string;
  onAdd: (files: readonly File[]) => void;
};

export function AttachButton({ count, label, onAdd }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={pickerAccept.join(',')}
        aria-label={label}
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])]);
          // The same file can then be chosen again after it was removed.
          event.target.value = '';
        }}
      />
      <Button variant="quiet" onClick={() => picker.current?.click()}>
        <Paperclip aria-hidden />
        {count > 0 ? `${count} attached` : 'Attach files'}
      </Button>
    </>
  );
}
