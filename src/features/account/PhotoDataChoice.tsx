import { useState } from 'react';
import { useProfile } from '../../session/useSession.ts';
import { choosePhotoData, photoDataChoice, photoDataChoices } from '../../ui/files/photoConsent.ts';
import { useFirm } from '../../ui/firm.ts';
import { RadioGroup } from '../../ui/form/ChoiceGroup.tsx';

/** Lets a user keep when and where their photos were taken, unless the firm requires it. */
export function PhotoDataChoice() {
  const { email } = useProfile();
  const [choice, setChoice] = useState(() => photoDataChoice(email));
  const { needsPhotoData, name } = useFirm();
  if (needsPhotoData)
    return (
      <p>
        Photos that you send say when and, if your phone lets them, where they were taken.{' '}
        <bdi>{name || 'EV'}</bdi> requires it as evidence.
      </p>
    );
  return (
    <RadioGroup
      label="Time and place of photos"
      hint="Shown with the photos you send, to the client and to EV. It’s never left in the file itself."
      required
      name="photo-data"
      options={photoDataChoices}
      value={choice ?? 'leave'}
      onChange={(chosen) => {
        setChoice(chosen);
        choosePhotoData(email, chosen);
      }}
    />
  );
}
