import { Fragment, type ReactNode, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { followTranslation } from '../../src/app/start/followTranslation.ts';
import { startTranslation, type Translation } from '../support/translator.ts';

beforeAll(followTranslation);

/** Mutation observers have run by then. */
const translated = () => new Promise<void>((resolve) => setTimeout(resolve));
const plain = (element: Element) => element.textContent?.replaceAll('\u200b', '');

type Shape = { text: string; more: boolean };

/** Each way in which a text stands beside what comes, goes and changes. */
const shapes: Readonly<Record<string, (shape: Shape) => ReactNode>> = {
  'a text beside one that comes and goes': ({ text, more }) => [text, more && ' · later'],
  'an element that comes and goes before a text': ({ text, more }) => [more && <b key="b">new</b>, text],
  'texts in keyed fragments': ({ text, more }) =>
    [text, ...(more ? ['3 to send'] : []), 'done'].map((one, at) => (
      <Fragment key={one}>
        {at > 0 && ' · '}
        {one}
      </Fragment>
    )),
  'texts that change places': ({ text, more }) =>
    (more ? [...text].reverse() : [...text]).map((one) => <Fragment key={one}>{one}</Fragment>),
  'a text or an element': ({ text, more }) => (more ? <b>{text}</b> : text),
  'a number and its word': ({ text, more }) => (
    <>
      {more ? 7 : 6} {text}
    </>
  ),
  'text between marks': ({ text, more }) =>
    [...text].map((one) => (more ? <mark key={one}>{one}</mark> : one)),
  'a text alone': ({ text, more }) => <i>{more ? text : `${text}?`}</i>,
};

const translators: readonly Translation[] = [{ by: 'font' }, { by: 'text' }];

test.for(translators.flatMap((one) => Object.keys(shapes).map((name) => ({ by: one.by, name }))))(
  'under translation by $by React goes on changing $name',
  async ({ by, name }) => {
    onTestFinished(startTranslation({ by }));
    const shape = shapes[name];
    if (!shape) throw new Error(name);
    const place = document.createElement('p');
    const same = document.createElement('p');
    document.body.append(place);
    // Never on the page, so never translated.
    const [shown, wanted] = [createRoot(place), createRoot(same)];
    onTestFinished(() => {
      shown.unmount();
      wanted.unmount();
      place.remove();
    });
    const states = [
      { text: 'abc', more: false },
      { text: 'abc', more: true },
      { text: 'cxa', more: true },
      { text: 'xa', more: false },
      { text: 'abc', more: true },
      { text: '', more: false },
      { text: 'c', more: true },
    ];
    for (const state of states) {
      flushSync(() => {
        shown.render(shape(state));
        wanted.render(shape(state));
      });
      await translated();
      expect(plain(place)).toBe(same.textContent);
    }
  },
);

test('a text that React changes right after its translation is shown', async () => {
  const place = document.body.appendChild(document.createElement('p'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  let set = (_: number) => {};
  function Count() {
    const [count, setCount] = useState(1);
    useLayoutEffect(() => {
      set = setCount;
    });
    return <>{count} of 3</>;
  }
  flushSync(() => root.render(<Count />));
  const stop = startTranslation({ by: 'font' });
  flushSync(() => set(2));
  expect(place.querySelectorAll('font')).not.toHaveLength(0);
  await translated();
  expect(plain(place)).toBe('2 of 3');
  stop();
  flushSync(() => set(3));
  await translated();
  expect(plain(place)).toBe('3 of 3');
});
