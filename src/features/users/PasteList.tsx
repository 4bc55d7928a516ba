import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

/** A place to paste a whole list into; a table pasted into a row does the same. */
export function PasteList({ onAdd }: { onAdd: (text: string) => number }) {
  const [text, setText] = useState('');
  const [added, setAdded] = useState('');
  return (
    <details>
      <summary>Paste a list from a spreadsheet</summary>
      <div className="stack" data-tight="">
        <TextArea
          label="List"
          hint="One person a line: e-mail, first name, last name, user type. Copied cells or CSV; a heading line may tell the columns."
          value={text}
          onChange={setText}
        />
        <div className="row">
          <Button
            disabled={text.trim() === ''}
            onClick={() => {
              const count = onAdd(text);
              setText('');
              setAdded(count === 1 ? '1 person added above.' : `${count} people added above.`);
            }}
          >
            Add to the rows
          </Button>
          <output>{added}</output>
        </div>
      </div>
    </details>
  );
}
