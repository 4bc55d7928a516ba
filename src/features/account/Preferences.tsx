import { useState } from 'react';
import { isStaff } from '../../contract/enums.ts';
import { chooseTheme, readTheme, themes } from '../../device/theme.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { choosePhotoSize, photoSizes, usePhotoSize } from '../../ui/files/photoSize.ts';
import { RadioGroup } from '../../ui/form/ChoiceGroup.tsx';
import { doesEnterSend, switchEnterSends } from '../../ui/form/sendKeys.ts';
import { Section } from '../../ui/Section.tsx';
import { ShortcutSheet } from '../../ui/ShortcutSheet.tsx';
import { areShortcutsOn, switchShortcuts } from '../../ui/shortcuts.ts';
import { PhotoDataChoice } from './PhotoDataChoice.tsx';

/** How the app looks and behaves on this device. */
export function Preferences() {
  return (
    <Section title="Preferences" note="These settings apply to this device only.">
      <ThemeChoice />
      <PhotoSizeChoice />
      <PhotoDataChoice />
      <EnterChoice />
      <ShortcutChoice />
    </Section>
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

const enterActions = { line: 'Starts a new line', sends: 'Sends the message' };

/** Lets Enter alone send messages and staff notes. */
function EnterChoice() {
  const [sends, setSends] = useState(doesEnterSend);
  return (
    <RadioGroup
      label="Enter key in messages and notes"
      hint="When Enter sends, Shift+Enter starts a new line. Ctrl+Enter (⌘+Enter on a Mac) always sends."
      required
      name="enter"
      options={enterActions}
      value={sends ? 'sends' : 'line'}
      onChange={(chosen) => {
        setSends(chosen === 'sends');
        switchEnterSends(chosen === 'sends');
      }}
    />
  );
}

function PhotoSizeChoice() {
  return (
    <RadioGroup
      label="Photo size"
      hint="Reduced photos send faster on a slow connection. PDF and PNG files are never reduced."
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
