import type { Attachment } from '../../contract/jobs/jobDetails.ts';
import { mapOf, placeText, takenText } from '../../format/photoData.ts';

type Props = { file: Partial<Pick<Attachment, 'taken' | 'place'>>; className?: string | undefined };

/** When and where a photo was taken, with a link to a map; nothing where it does not say. */
export function PhotoData({ file, className = 'soft small' }: Props) {
  const taken = takenText(file);
  const { place } = file;
  if (!taken && !place) return null;
  return (
    <p className={className}>
      {taken}
      {taken && place && ' · '}
      {place && (
        <a href={mapOf(place)} target="_blank" rel="noreferrer" translate="no">
          {placeText(file)}
          <span className="visually-hidden"> on a map</span>
        </a>
      )}
    </p>
  );
}
