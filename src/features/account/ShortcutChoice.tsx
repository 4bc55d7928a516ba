import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { ShortcutSheet } from '../../ui/ShortcutSheet.tsx';
import { areShortcutsOn, switchShortcuts } from '../../ui/shortcuts.ts';

const choices = { on: 'On', off: 'Off' };

/** Single keys that do something can be switched off: not everybody presses them on purpose (WCAG 2.1.4). */
export function ShortcutChoice() {
  const [on, setOn] = useState(areShortcutsOn);
  const [listed, setListed] = useState(false);
  return (
    <>
      <RadioGroup
        label="Keyboard shortcuts on this device"
        required
        name="shortcuts"
        options={choices}
        value={on ? 'on' : 'off'}
        onChange={(chosen) => {
          setOn(chosen === 'on');
          switchShortcuts(chosen === 'on');
        }}
      />
      <div className="row">
        <Button onClick={() => setListed(true)}>Show the shortcuts</Button>
      </div>
      <ShortcutSheet open={listed} onClose={() => setListed(false)} />
    </>
  );
}
