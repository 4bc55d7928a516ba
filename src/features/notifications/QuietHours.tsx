import { useState } from 'react';
import type { NotificationSettings } from '../../contract/users/notifications.ts';
import { ownTimeZone, timeZones } from '../../format/timeZones.ts';
import { CheckboxGroup } from '../../ui/form/ChoiceGroup.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

type Quiet = NonNullable<NotificationSettings['quietHours']>;
type Props = { value: Quiet | null; onChange: (value: Quiet | null) => void };

/** The hours in which no notification is sent. */
export function QuietHours({ value, onChange }: Props) {
  return (
    <div className="stack" data-tight="">
      <CheckboxGroup
        label="Quiet hours"
        required
        name="quietHours"
        options={{ on: 'Pause notifications at set times' }}
        value={value ? ['on'] : []}
        hint="You’ll get anything you missed when quiet hours end."
        onChange={([on]) =>
          onChange(on ? { from: '20:00', to: '07:00', timeZone: value?.timeZone ?? ownTimeZone() } : null)
        }
      />
      {value && (
        <div className="fields">
          <TimeOfDay label="From" value={value.from} onChange={(from) => onChange({ ...value, from })} />
          <TimeOfDay
            label="To"
            value={value.to}
            error={value.to === value.from ? 'Start and end times must be different.' : undefined}
            onChange={(to) => onChange({ ...value, to })}
          />
          <Select
            label="Time zone"
            required
            options={timeZones(value.timeZone, ownTimeZone())}
            value={value.timeZone}
            onChange={(timeZone) => onChange({ ...value, timeZone })}
          />
        </div>
      )}
    </div>
  );
}

type TimeOfDayProps = {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

/** A field for a time of day, which passes on complete times only. */
function TimeOfDay({ label, value, error, onChange }: TimeOfDayProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      required
      type="time"
      value={typed ?? value}
      error={typed === '' ? 'Enter a time, like 8:00 PM.' : error}
      onBlur={() => setTyped(null)}
      onChange={(time) => {
        setTyped(time);
        if (/^\d\d:\d\d$/.test(time)) onChange(time);
      }}
    />
  );
}
