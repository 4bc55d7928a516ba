import { useState } from 'react';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { chooseTheme, readTheme, themes } from '../../ui/theme.ts';

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
