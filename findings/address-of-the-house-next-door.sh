#!/usr/bin/env bash
# Versions: parse-address 1.1.2, addresser 1.1.22 (Node 24.21.0).
# Guess:    of a US address each part is in a field, or the address is refused: the half of "123 1/2 Main St", a floor between street and city, a box.
# Seen:     parse-address has number 123 and no half, and of the address with a floor no city, state and ZIP code; of a road that is named by a letter the
#           city is B, and the state La. addresser makes the half a part of the street, and of a box there is only the town. Neither says so.
# Matters:  the engineer goes to the house next door, mail goes to no box, and what a form shows of the address looks complete.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 parse-address@1.1.2 addresser@1.1.22
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import addresser from 'addresser';
import parser from 'parse-address';

const addresses = [
  '123 Main St, Springfield IL 62701',
  '123 1/2 Main St, Springfield IL 62701',
  '350 Fifth Avenue, 34th Floor, New York, NY 10118',
  'W5821 County Road B, La Crosse WI 54601',
  'PO Box 12, Reno NV 89501',
];
for (const address of addresses) {
  console.log(address);
  console.log(`  parse-address: ${Object.values(parser.parseLocation(address)).join(' | ')}`);
  const { streetNumber, streetName, streetSuffix, addressLine2, placeName, stateAbbreviation, zipCode } = addresser.parseAddress(address);
  const parts = [streetNumber, streetName, streetSuffix, addressLine2, placeName, stateAbbreviation, zipCode];
  console.log(`  addresser: ${parts.filter(Boolean).join(' | ')}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
123 Main St, Springfield IL 62701
  parse-address: 123 | Main | St | Springfield | IL | 62701
  addresser: 123 | Main | St | Springfield | IL | 62701
123 1/2 Main St, Springfield IL 62701
  parse-address: 123 | Main | St | Springfield | IL | 62701
  addresser: 123 | 1/2 Main | St | Springfield | IL | 62701
350 Fifth Avenue, 34th Floor, New York, NY 10118
  parse-address: 350 | Fifth | Ave
  addresser: 350 | Fifth | Ave | 34th Floor | New York | NY | 10118
W5821 County Road B, La Crosse WI 54601
  parse-address: W5821 County | Rd | B | La
  addresser: W5821 | County | Rd | B | La Crosse | WI | 54601
PO Box 12, Reno NV 89501
  parse-address: PO Box | 12 | Reno | NV | 89501
  addresser: Reno | NV | 89501
SEEN
