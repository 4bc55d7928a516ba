#!/usr/bin/env bash
# Versions: sharp 0.35.5, piexifjs 1.0.6 to write the photo, exifreader 4.46.0 to look inside (Node 24.21.0).
# Guess:    a photo that was changed (blackened by `composite`, cut by `extract`) and is kept with its Exif (`keepExif`), for its time and place, has
#           in it no small picture of what it was (the thumbnail that cameras write, Exif 4.5.7): it is left out or made anew.
# Seen:     the small picture is there as it was, of the whole photo before it was blackened or cut; so with `keepMetadata` and `withMetadata`. Without
#           them the Exif is gone.
# Matters:  a face, a license plate or a house that was made black, or cut away, for a report is still in the file, for whatever shows its small
#           picture.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 sharp@0.35.5 piexifjs@1.0.6 exifreader@4.46.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ExifReader from 'exifreader';
import piexif from 'piexifjs';
import sharp from 'sharp';

const filled = (size, background) => ({ create: { width: size, height: size, channels: 3, background } });
const red = async (size) => (await sharp(filled(size, 'red')).jpeg().toBuffer()).toString('latin1');
const exif = { '0th': { [piexif.ImageIFD.Make]: 'Phone' }, '1st': { [piexif.ImageIFD.Compression]: 6 }, thumbnail: await red(16) };
const photo = Buffer.from(piexif.insert(piexif.dump(exif), await red(64)), 'latin1');
const colorOf = async (picture) => {
  const [r, g, b] = (await sharp(picture).stats()).channels.map(({ mean }) => mean);
  return r > 200 && g + b < 50 ? 'red' : r + g + b < 50 ? 'black' : 'other';
};
const blackened = () => sharp(photo).composite([{ input: filled(64, 'black') }]).jpeg();
const kept = {
  nothing: blackened(),
  keepExif: blackened().keepExif(),
  keepMetadata: blackened().keepMetadata(),
  withMetadata: blackened().withMetadata(),
  'keepExif, cut': sharp(photo).extract({ left: 0, top: 0, width: 8, height: 32 }).jpeg().keepExif(),
};
for (const [name, picture] of Object.entries(kept)) {
  const file = await picture.toBuffer();
  const small = ExifReader.load(file).Thumbnail?.image;
  const { width, height } = small ? await sharp(Buffer.from(small)).metadata() : {};
  console.log(`${name}: ${await colorOf(file)}, in it ${small ? `${await colorOf(Buffer.from(small))}, ${width} x ${height}` : 'nothing'}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
nothing: black, in it nothing
keepExif: black, in it red, 16 x 16
keepMetadata: black, in it red, 16 x 16
withMetadata: black, in it red, 16 x 16
keepExif, cut: red, in it red, 16 x 16
SEEN
