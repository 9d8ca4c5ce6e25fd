import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { asApiError } from '../../lib/http/api-error.ts';
import { answerFor } from '../../lib/http/identity-question.ts';
import { useAnswer } from '../../lib/http/use-answer.ts';
import { texts } from '../texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type Freshly, FreshlyContext } from './use-freshly.ts';

const IdentityForm = lazy(async () => ({ default: (await import('./identity-form.tsx')).IdentityForm }));

/** A dialog that confirms the person's identity whenever the server requires it. */
export function IdentityProvider({ children }: { children: ReactNode }) {
  const answer = useAnswer(answerFor);

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
        opened={answer !== null}
        onClose={() => answer?.(false)}
        title={texts.identity.title}
        size="sm"
        zIndex={300}
        overlayProps={{ backgroundOpacity: 0.35 }}
        closeButtonProps={{ 'aria-label': texts.cancel }}
      >
        <Suspense>
          <IdentityForm onShown={() => answer?.(true)} />
        </Suspense>
      </Dialog>
    </FreshlyContext>
  );
}
