import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { signInAgain } from '../../lib/http/identity-question.ts';

const SessionOverDialog = lazy(async () => ({ default: (await import('./session-over-dialog.tsx')).SessionOverDialog }));

/**
 * A sign-in dialog over the page once its session has ended. The page is kept and failed requests are repeated;
 * signing in as another person reloads the page, so that nothing is saved in their name.
 */
export function SessionOver() {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(isIn: boolean) => void>(() => {});

  useEffect(
    () =>
      signInAgain.answerFor(async () => {
        setAsking(true);
        const isIn = await new Promise<boolean>((resolve) => {
          answer.current = resolve;
        });
        setAsking(false);
        return isIn;
      }),
    [],
  );

  if (!isAsking) return null;
  return (
    <Suspense>
      <SessionOverDialog onAnswer={(isIn) => answer.current(isIn)} />
    </Suspense>
  );
}
