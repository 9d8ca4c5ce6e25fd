import { expect, test } from 'vitest';
import { renderStatic } from '../../../testing/render-static.tsx';
import type { ApprovalRow } from '../queries.ts';
import { BulkFacts } from './bulk-dialog.tsx';

const row = (quantity: number, findings: object[] = []) =>
  ({ cost: { unit: 'PUBLICATION', quantity }, findings }) as unknown as ApprovalRow;

test('several posts are approved with the sum of their credits and the number with warnings in sight', () => {
  const html = renderStatic(<BulkFacts decision="APPROVED" rows={[row(2), row(3, [{}, {}]), row(0)]} />);
  expect(html).toContain('Costs 5 credits in total.');
  expect(html).toContain('1 of these posts has warnings.');
  expect(html).not.toContain('stop');
});

test('posts that the safety checks stop are not counted as warnings, unless a person allowed them', () => {
  const stop = { severity: 'BLOCK', override: null };
  const html = renderStatic(<BulkFacts decision="APPROVED" rows={[row(0, [stop]), row(0, [{ ...stop, override: {} }])]} />);
  expect(html).toContain('The safety checks stop 1 of these posts.');
  expect(html).toContain('1 of these posts has warnings.');
});

test('a rejection costs nothing', () => {
  expect(renderStatic(<BulkFacts decision="REJECTED" rows={[row(2)]} />)).toBe('');
});
