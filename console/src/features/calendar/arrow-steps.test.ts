import { expect, test } from 'vitest';
import { arrowSteps } from './arrow-steps.ts';

test('an arrow key moves in its direction, in right-to-left layouts too', () => {
  const steps = { vertical: 30, horizontal: 1_440 };
  expect(arrowSteps(steps, 'ltr')).toEqual({ ArrowUp: -30, ArrowDown: 30, ArrowLeft: -1_440, ArrowRight: 1_440 });
  expect(arrowSteps(steps, 'rtl')).toEqual({ ArrowUp: -30, ArrowDown: 30, ArrowLeft: 1_440, ArrowRight: -1_440 });
});
