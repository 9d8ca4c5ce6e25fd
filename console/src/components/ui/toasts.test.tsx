import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { showRefusal, showToast, Toasts } from './toasts.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const shown = () => [...renderStatic(<Toasts />).matchAll(/<span>(.*?)<\/span>/g)].map(([, message]) => message);

test('the newest three are shown, and what did not work stays when others come', () => {
  for (const message of ['one', 'two', 'three', 'four']) showToast(message);
  expect(shown()).toEqual(['two', 'three', 'four']);
  showRefusal('no');
  showToast('five');
  showToast('six');
  showToast('seven');
  expect(shown()).toEqual(['no', 'six', 'seven']);
  vi.runAllTimers();
  for (const message of ['again no', 'and no', 'once more no']) showRefusal(message);
  showToast('eight');
  expect(shown()).toEqual(['no', 'again no', 'and no', 'once more no', 'eight']);
});
