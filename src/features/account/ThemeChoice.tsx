import { useState } from 'react';
import { chooseTheme, readTheme, themes } from '../../device/theme.ts';
import { RadioGroup } from '../../ui/RadioGroup.tsx';

export function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <RadioGroup
      label="Colours on this device"
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
