import { expect, test } from 'vitest';
import { HALF_TYPED } from '../../../components/ui/when-field.tsx';
import { draftFaults } from './draft-faults.ts';

test('a time that is half typed is a fault, unlike none', () => {
  const { scheduledAt } = draftFaults('Europe/Lisbon');
  expect(scheduledAt(HALF_TYPED)).toBe('Complete the date, or clear the field.');
  expect(scheduledAt('')).toBeNull();
  expect(scheduledAt('2999-12-12T08:00')).toBeNull();
});
