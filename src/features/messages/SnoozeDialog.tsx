import { type FormEvent, useState } from 'react';
import { isPlausibleDay, withCentury } from '../../contract/days.ts';
import { isoDay } from '../../format/date.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import styles from './Conversations.module.css';
import { dayText, morningOf, snoozeChoices } from './snoozed.ts';

const days = 24 * 60 * 60 * 1000;

type Props = { onSnooze: (until: number) => void };

/** Asks until which day a conversation is put off. */
export function SnoozeDialog({ open, onClose, onSnooze }: Props & { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Snooze until">
      <Days onSnooze={onSnooze} />
    </Dialog>
  );
}

/** The days to choose from; begins anew with each opening. */
function Days({ onSnooze }: Props) {
  const [day, setDay] = useState('');
  const [error, setError] = useState('');
  function submit(event: FormEvent): void {
    event.preventDefault();
    const chosen = withCentury(day);
    if (day && !isPlausibleDay(chosen)) setError('Enter a year from 2000 to 2099.');
    else if (chosen <= isoDay()) setError('Choose a day after today.');
    else onSnooze(morningOf(chosen));
  }
  return (
    <div className="stack">
      <p className="soft small">
        It’s back in your list that morning, or as soon as there’s a new message. Only you see this.
      </p>
      <div className={styles.days}>
        {snoozeChoices().map(([label, until]) => (
          <Button key={label} wide onClick={() => onSnooze(until)}>
            {label} <span className="soft">{dayText(until)}</span>
          </Button>
        ))}
      </div>
      <form className="stack" data-tight="" noValidate onSubmit={submit}>
        <TextField
          label="Another day"
          required
          type="date"
          min={isoDay(new Date(Date.now() + days))}
          value={day}
          error={error}
          onChange={(value) => {
            setDay(value);
            setError('');
          }}
        />
        <div className="row">
          <Button type="submit">Snooze</Button>
        </div>
      </form>
    </div>
  );
}
