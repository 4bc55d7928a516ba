import * as v from 'valibot';
import { form, requiredMessage } from './fields.ts';

/** Bytes of a picture as it is sent: the app sends at most half a million pixels. */
export const maxLogoBytes = 2_000_000;
/** Pixels of its longer side; less is not sharp on the icon of a phone. */
export const leastLogoPixels = 128;

export const logoMessages = {
  broken: 'isn’t a picture that can be read. Choose a PNG, JPEG, WebP, or SVG file.',
  small: `must be at least ${leastLogoPixels} pixels wide or high`,
  empty: 'is empty: everything in it is transparent, or of one color',
} as const;

/** POST /firm/logo: a PNG, JPEG or WebP in base64; null removes the logo and all that was made of it. */
export const LogoSave = form({
  picture: v.nullable(
    v.pipe(
      v.string(requiredMessage),
      v.maxLength(Math.ceil((maxLogoBytes * 4) / 3), 'must be smaller than 2 MB'),
      v.regex(/^[A-Za-z0-9+/]+={0,2}$/, logoMessages.broken),
    ),
  ),
});
