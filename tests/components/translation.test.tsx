import { Fragment, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { followTranslation } from '../../src/app/start/followTranslation.ts';
import { translatePage } from './support/translatePage.ts';

beforeAll(() => {
  followTranslation();
  translatePage();
});

/** Mutation observers have run by then. */
const translated = () => new Promise<void>((resolve) => setTimeout(resolve));

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

test.for(Object.keys(shapes))('under translation React goes on changing %s', async (name) => {
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
    expect(place.textContent?.replaceAll(/[«»]/g, '')).toBe(same.textContent);
  }
});
