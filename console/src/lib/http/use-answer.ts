import { useEffect, useState } from 'react';
import type { Answer, answerFor } from './identity-question.ts';

/** The function that answers while the page's dialog is to be shown; null otherwise. */
export function useAnswer(register: typeof answerFor): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => register((next) => setAnswer(() => next)), [register]);
  return answer;
}
