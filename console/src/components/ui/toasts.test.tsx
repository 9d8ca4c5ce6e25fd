import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { showRefusal, showToast, Toasts } from './toasts.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const shown = () => [...renderStatic(<Toasts />).matchAll(/<span>(.*?)<\/span>/g)].map(([, message]) => message);

const undo = { label: 'Undo', run: () => {} };

test('only the newest success message is shown', () => {
  for (const message of ['one', 'two']) showToast(message);
  showToast('moved', undo);
  showToast('three');
  expect(shown()).toEqual(['moved', 'three']);
  vi.runAllTimers();
  expect(shown()).toEqual([]);
});

test('the newest three with an action are shown, and errors stay when others arrive', () => {
  for (const message of ['one', 'two', 'three', 'four']) showToast(message, undo);
  expect(shown()).toEqual(['two', 'three', 'four']);
  showRefusal('no');
  showToast('five', undo);
  showToast('six', undo);
  showToast('seven');
  expect(shown()).toEqual(['no', 'six', 'seven']);
  vi.runAllTimers();
  for (const message of ['again no', 'and no', 'once more no']) showRefusal(message);
  showToast('eight', undo);
  expect(shown()).toEqual(['no', 'again no', 'and no', 'once more no', 'eight']);
});
