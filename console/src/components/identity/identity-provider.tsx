import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { asApiError } from '../../lib/http/api-error.ts';
import { answerFor } from '../../lib/http/identity-question.ts';
import { texts } from '../texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type Freshly, FreshlyContext } from './use-freshly.ts';

const IdentityForm = lazy(async () => ({ default: (await import('./identity-form.tsx')).IdentityForm }));

/** A dialog that confirms the person's identity whenever the server requires it. */
export function IdentityProvider({ children }: { children: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(isShown: boolean) => void>(() => {});

  useEffect(
    () =>
      answerFor(async () => {
        setAsking(true);
        const isShown = await new Promise<boolean>((resolve) => {
          answer.current = resolve;
        });
        setAsking(false);
        return isShown;
      }),
    [],
  );

  const freshly = useCallback<Freshly>(async (work) => {
    try {
      return await work();
    } catch (error) {
      if (asApiError(error).code !== 'reauthentication_required') throw error;
      return null;
    }
  }, []);

  return (
    <FreshlyContext value={freshly}>
      {children}
      <Dialog
        opened={isAsking}
        onClose={() => answer.current(false)}
        title={texts.identity.title}
        size="sm"
        zIndex={300}
        overlayProps={{ backgroundOpacity: 0.35 }}
        closeButtonProps={{ 'aria-label': texts.cancel }}
      >
        <Suspense>
          <IdentityForm onShown={() => answer.current(true)} />
        </Suspense>
      </Dialog>
    </FreshlyContext>
  );
}
