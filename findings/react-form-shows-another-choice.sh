#!/usr/bin/env bash
# Versions: react 19.3.1, react-dom 19.3.1, jsdom 29.1.1 (Node 24.21.0); Chromium 156 did the same.
# Guess:    after the action of a form (`<form action={save}>`) React resets its uncontrolled fields; a controlled field (`value`, `checked`) goes on
#           showing its state.
# Seen:     a controlled text field does. A controlled `<select>` shows its first option, and a checkbox what it was at first, while the state is what
#           was chosen: they show and send something else, until they are rendered with another value.
# Matters:  who saves a form, changes a word in it and saves again sends "Low" for "High" and yes for no, without having touched either.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 react@19.3.1 react-dom@19.3.1 jsdom@29.1.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { setTimeout } from 'node:timers/promises';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<div></div>');
for (const name of ['window', 'document', 'Node', 'Event', 'FormData', 'HTMLIFrameElement']) globalThis[name] = window[name];
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
const { act, createElement, useState } = await import('react');
const { createRoot } = await import('react-dom/client');
const sent = [];
let state;
function Form() {
  const [level, setLevel] = useState('Medium');
  const [isUrgent, setUrgent] = useState(true);
  const [note, setNote] = useState('');
  state = `${level}, ${isUrgent}, ${note}`;
  const options = ['Low', 'Medium', 'High'].map((name) => createElement('option', { key: name }, name));
  return createElement(
    'form',
    { action: async (form) => void sent.push(`${form.get('level')}, ${form.has('urgent')}, ${form.get('note')}`) },
    createElement('select', { name: 'level', value: level, onChange: ({ target }) => setLevel(target.value) }, options),
    createElement('input', { name: 'urgent', type: 'checkbox', checked: isUrgent, onChange: ({ target }) => setUrgent(target.checked) }),
    createElement('input', { name: 'note', value: note, onChange: ({ target }) => setNote(target.value) }),
    createElement('button'),
  );
}
const find = (what) => window.document.querySelector(what);
await act(() => createRoot(find('div')).render(createElement(Form)));
function enter(field, value, event) {
  // Goes past React's own setter, as typing does.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
  field.dispatchEvent(new window.Event(event, { bubbles: true }));
}
await act(() => enter(find('select'), 'High', 'change'));
await act(() => find('[name=urgent]').click());
await act(() => enter(find('[name=note]'), 'roof', 'input'));
for (const time of ['first', 'second']) {
  await act(async () => {
    find('button').click();
    await setTimeout(50);
  });
  const shown = `${find('select').value}, ${find('[name=urgent]').checked}, ${find('[name=note]').value}`;
  console.log(`${time} time: sent ${sent.at(-1)}; then state ${state}; shown ${shown}`);
}
process.exit();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
first time: sent High, false, roof; then state High, false, roof; shown Low, true, roof
second time: sent Low, true, roof; then state High, false, roof; shown Low, true, roof
SEEN
