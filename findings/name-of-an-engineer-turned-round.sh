#!/usr/bin/env bash
# Versions: humanparser 2.7.0, parse-full-name 1.2.7 beside it.
# Guess:    a name with what stands behind it is read with its first and last name, by both: "Ada Roe, P.E.", "Ada Roe, P.E., S.E.", "Roe, Ada, PE". What
#           stands before it ("Ing.", as in Spanish) is a title.
# Seen:     humanparser takes the first and the third so. Where two titles follow, or one that it does not know (EIT, RA), the name is turned round as if the
#           last name stood first: "P.E., S.E. Ada Roe", whose last name is "Ada Roe". parse-full-name has them right, but for LEED AP. For both, "Ing." is
#           the first name.
# Matters:  a letter begins "Dear P.E.", the engineer stands among the A's of a list, and one who passes a second examination is another person than before.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund humanparser@2.7.0 parse-full-name@1.2.7
cat > try.mjs <<'JS'
import humanparser from 'humanparser';
import { parseFullName } from 'parse-full-name';

for (const name of ['Ada Roe, P.E.', 'Roe, Ada, PE', 'Ada Roe, P.E., S.E.', 'Ada Roe, EIT', 'Ada Roe, LEED AP', 'Ing. Ada Roe']) {
  const { firstName, lastName } = humanparser.parseName(name);
  const { first, last } = parseFullName(name);
  console.log(`${name}: humanparser "${firstName}" "${lastName}", parse-full-name "${first}" "${last}"`);
}

JS
node try.mjs | tee seen
diff seen - <<'SEEN'
Ada Roe, P.E.: humanparser "Ada" "Roe", parse-full-name "Ada" "Roe"
Roe, Ada, PE: humanparser "Ada" "Roe", parse-full-name "Ada" "Roe"
Ada Roe, P.E., S.E.: humanparser "P.E.," "Ada Roe", parse-full-name "Ada" "Roe"
Ada Roe, EIT: humanparser "EIT" "Ada Roe", parse-full-name "Ada" "Roe"
Ada Roe, LEED AP: humanparser "LEED" "Ada Roe", parse-full-name "LEED" "Ada Roe"
Ing. Ada Roe: humanparser "Ing." "Roe", parse-full-name "Ing." "Roe"
SEEN
