import { choosePhotoSize, photoSizes, usePhotoSize } from '../../ui/photoSize.ts';
import { RadioGroup } from '../../ui/RadioGroup.tsx';

/** How photos leave this device. */
export function PhotoSizeChoice() {
  return (
    <RadioGroup
      label="Send photos from this device"
      hint="Smaller ones arrive sooner over a bad line, and do not say where they were taken. PDF and PNG are never changed."
      required
      name="photos"
      options={photoSizes}
      value={usePhotoSize()}
      onChange={choosePhotoSize}
    />
  );
}
