import { lazy, Suspense } from 'react';
import { signInAgain } from '../../lib/http/identity-question.ts';
import { useAnswer } from '../../lib/http/use-answer.ts';

const SessionOverDialog = lazy(async () => ({ default: (await import('./session-over-dialog.tsx')).SessionOverDialog }));

/**
 * A sign-in dialog over the page once its session has ended. The page is kept and failed requests are repeated;
 * signing in as another person reloads the page, so nothing is saved in their name.
 */
export function SessionOver() {
  const answer = useAnswer(signInAgain.answerFor);
  return (
    answer && (
      <Suspense>
        <SessionOverDialog onAnswer={answer} />
      </Suspense>
    )
  );
}
