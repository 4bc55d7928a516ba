#!/usr/bin/env bash
# Versions: fastify 5.12.8 (Node 24.21.0).
# Guess:    where a schema says `type: 'number'`, a `null` in the body is refused, as "" and "yes" are; in an answer it stays `null`, or fails. Seven and a
#           half hours in an answer that is to have an integer fail as well, as they do in a body.
# Seen:     both ways `null` becomes a value: hours that are not known are 0, an empty due date is "", "not decided" is `false`. In an answer 7.5
#           is 7, and the text "false" is `true`. Nothing fails. With `type: ['number', 'null']` the `null` stays.
# Matters:  who clears a field has 0 hours or "no" saved in its place, and an amount that is not known yet is billed as nothing; half hours are
#           missing from a list, while the database has them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 fastify@5.12.8
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import Fastify from 'fastify';

const properties = { hours: { type: 'number' }, due: { type: 'string' }, sealed: { type: 'boolean' }, crew: { type: 'integer' } };
const nullable = { hours: { type: ['number', 'null'] }, due: { type: ['string', 'null'] }, sealed: { type: ['boolean', 'null'] } };
const app = Fastify();
app.post('/job', { schema: { body: { type: 'object', properties } } }, async (request) => JSON.stringify(request.body));
app.post('/answer', { schema: { response: { 200: { type: 'object', properties } } } }, async (request) => request.body);
app.post('/nullable', { schema: { body: { type: 'object', properties: nullable }, response: { 200: { type: 'object', properties: nullable } } } }, async (request) => request.body);
const nothing = { hours: null, due: null, sealed: null };
const post = async (url, payload) => {
  const { statusCode, body } = await app.inject({ method: 'POST', url, payload });
  console.log(`${url} ${JSON.stringify(payload)}: ${statusCode}${statusCode === 200 ? ` ${body}` : ''}`);
};
await post('/job', nothing);
for (const wrong of [{ hours: '' }, { sealed: 'yes' }, { crew: 7.5 }]) await post('/job', wrong);
await post('/answer', nothing);
await post('/answer', { crew: 7.5, sealed: 'false' });
await post('/nullable', nothing);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
/job {"hours":null,"due":null,"sealed":null}: 200 {"hours":0,"due":"","sealed":false}
/job {"hours":""}: 400
/job {"sealed":"yes"}: 400
/job {"crew":7.5}: 400
/answer {"hours":null,"due":null,"sealed":null}: 200 {"hours":0,"due":"","sealed":false}
/answer {"crew":7.5,"sealed":"false"}: 200 {"sealed":true,"crew":7}
/nullable {"hours":null,"due":null,"sealed":null}: 200 {"hours":null,"due":null,"sealed":null}
SEEN
