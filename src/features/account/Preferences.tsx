import { useState } from 'react';
import { isStaff } from '../../contract/enums.ts';
import { chooseTheme, readTheme, themes } from '../../device/theme.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { choosePhotoSize, photoSizes, usePhotoSize } from '../../ui/files/photoSize.ts';
import { RadioGroup } from '../../ui/form/ChoiceGroup.tsx';
import { ShortcutSheet } from '../../ui/ShortcutSheet.tsx';
import { areShortcutsOn, switchShortcuts } from '../../ui/shortcuts.ts';

/** How the app looks and behaves on this device. */
export function Preferences() {
  return (
    <section className="sheet stack" aria-labelledby="preferences">
      <h2 id="preferences" className="section-title">
        Preferences
      </h2>
      <p className="small soft">These settings apply to this device only.</p>
      <ThemeChoice />
      <PhotoSizeChoice />
      <ShortcutChoice />
    </section>
  );
}

const choices = { on: 'On', off: 'Off' };

/** Turns single-key shortcuts off, for users who press keys by accident (WCAG 2.1.4). */
function ShortcutChoice() {
  const { userType } = useProfile();
  const [isOn, setOn] = useState(areShortcutsOn);
  const [isListOpen, setListOpen] = useState(false);
  return (
    <>
      <RadioGroup
        label="Keyboard shortcuts"
        required
        name="shortcuts"
        options={choices}
        value={isOn ? 'on' : 'off'}
        onChange={(chosen) => {
          setOn(chosen === 'on');
          switchShortcuts(chosen === 'on');
        }}
      />
      <div className="row">
        <Button onClick={() => setListOpen(true)}>View shortcuts</Button>
      </div>
      <ShortcutSheet open={isListOpen} staff={isStaff(userType)} onClose={() => setListOpen(false)} />
    </>
  );
}

function PhotoSizeChoice() {
  return (
    <RadioGroup
      label="Photo size"
      hint="Reduced photos send faster on a slow connection and don’t include location. PDF and PNG files are never changed."
      required
      name="photos"
      options={photoSizes}
      value={usePhotoSize()}
      onChange={choosePhotoSize}
    />
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <RadioGroup
      label="Theme"
      required
      name="theme"
      options={themes}
      value={theme}
      onChange={(chosen) => {
        setTheme(chosen);
        chooseTheme(chosen);
      }}
    />
  );
}
