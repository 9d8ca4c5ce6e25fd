import { expect, test } from 'vitest';
import { ERRORS } from '../../../server/src/errors.ts';
import apiDocs from '../../api-docs.html?raw';
import developers from '../../developers.html?raw';
import { publicPages } from './public-pages.plugin.ts';

const { transformIndexHtml } = publicPages();
if (typeof transformIndexHtml !== 'object') throw new Error('The plugin has no transformIndexHtml.');
const built = String(transformIndexHtml.handler.call({} as never, apiDocs, {} as never));

test('every error code has exactly one section', () => {
  const ids = [...built.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(expect.arrayContaining(Object.keys(ERRORS)));
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ['developers.html', developers],
  ['api-docs.html', built],
])('%s runs no script and sends no request', (_name, html) => {
  expect(html).not.toMatch(/<script|<form|<iframe|javascript:| on[a-z]+=| style=/i);
  const loaded = [...html.matchAll(/(?:src|<link[^>]* href)="([^"]+)"/g)].map(([, url]) => url);
  expect(loaded.every((url) => url?.startsWith('/'))).toBe(true);
});

test.each([
  ['developers.html', developers],
  ['api-docs.html', built],
])('%s describes the two products as the contract does', (_name, html) => {
  const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(text).toContain('It adds 70 API publication operations.');
  expect(text).toContain('+125 API autopostings, equivalent to $0.04 per API autoposting');
  expect(text).toMatch(/relation between them is left (open|unresolved)/);
});
