import { Modal } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { asApiError } from '../../lib/http/api-error.ts';
import { answerFor } from '../../lib/http/identity-question.ts';
import { texts } from '../texts.ts';
import { IdentityForm } from './identity-form.tsx';
import { type Freshly, FreshlyContext } from './use-freshly.ts';

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
      <Modal
        opened={isAsking}
        onClose={() => answer.current(false)}
        title={texts.identity.title}
        size="sm"
        zIndex={300}
        overlayProps={{ backgroundOpacity: 0.35 }}
        closeButtonProps={{ 'aria-label': texts.cancel }}
      >
        <IdentityForm onShown={() => answer.current(true)} />
      </Modal>
    </FreshlyContext>
  );
}
