import { preparePhotosBy } from '../../outbox/pageOutbox.ts';
import { getOwner } from '../../session/session.ts';
import { keepsPhotoData } from '../../ui/files/photoConsent.ts';
import { asSentPhoto } from '../../ui/files/photoNote.ts';

/** Has each photo say when and where it was taken, or not, as its sender chose. Called once. */
export function preparePhotos(): void {
  preparePhotosBy((file) => asSentPhoto(file, () => keepsPhotoData(getOwner()?.email ?? '')));
}
