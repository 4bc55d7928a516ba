import { MapPin } from 'lucide';
import type { Attachment } from '../../contract/jobs/jobDetails.ts';
import { mapOf, placeText, takenText } from '../../format/photoData.ts';
import { Icon } from '../Icon.tsx';
import styles from './PhotoData.module.css';

type Props = {
  file: Partial<Pick<Attachment, 'taken' | 'place'>>;
  className?: string | undefined;
  /** Without words and the camera's zone, and with a pin: beside a small picture. */
  short?: boolean;
};

/** When and where a photo was taken, with a link to a map; nothing where it does not say. */
export function PhotoData({ file, className = 'soft small', short = false }: Props) {
  const whole = takenText(file);
  const taken = short ? whole.replace(/^Taken | \(.*$/g, '') : whole;
  const { place } = file;
  if (!taken && !place) return null;
  return (
    <p className={className}>
      {taken && short ? <span title={whole}>{taken}</span> : taken}
      {taken && place && (short ? <br /> : ' · ')}
      {place && (
        <a
          className={short ? styles.pin : undefined}
          href={mapOf(place)}
          target="_blank"
          rel="noreferrer"
          translate="no"
        >
          {short && <Icon of={MapPin} />}
          {placeText(file)}
          <span className="visually-hidden"> on a map</span>
        </a>
      )}
    </p>
  );
}
