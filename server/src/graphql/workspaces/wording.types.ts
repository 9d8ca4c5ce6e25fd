import type { Wording } from '../../access/workspace-policies.ts';
import { createEnum } from '../engine/create-enum.ts';

export const WordingEnum = createEnum<Wording>('Wording', 'How closely generated words keep to the text they are made from.', {
  adapt: "Whole where it fits, else in each platform's own way.",
  exact: 'The text to the last sign; what does not fit is a violation.',
});
