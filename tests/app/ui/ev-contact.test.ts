import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { EvContact } from '../../../src/ui/EvContact.tsx';

afterEach(() => vi.unstubAllEnvs());

const shown = () => renderToStaticMarkup(createElement(EvContact));

test('pages name the configured address as a link, and otherwise the user’s representative', () => {
  vi.stubEnv('SUPPORT_EMAIL', 'help@ev.test');
  expect(shown()).toBe('<a href="mailto:help@ev.test" translate="no">help@ev.test</a>');
  vi.stubEnv('SUPPORT_EMAIL', '');
  expect(shown()).toBe('your EV representative');
});
