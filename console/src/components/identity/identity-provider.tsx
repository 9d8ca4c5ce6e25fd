import { Modal } from '@mantine/core';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { asApiError } from '../../lib/api-error.ts';
import { texts } from '../texts.ts';
import { IdentityForm } from './identity-form.tsx';
import { type Freshly, FreshlyContext } from './use-freshly.ts';

/** Asks again who is there, in a dialog, whenever something below it needs that. */
export function IdentityProvider({ children }: { children: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(isShown: boolean) => void>(() => {});

  const freshly = useCallback<Freshly>(async (work) => {
    try {
      return await work();
    } catch (error) {
      if (asApiError(error).code !== 'reauthentication_required') throw error;
    }
    setAsking(true);
    const isShown = await new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
    setAsking(false);
    return isShown ? work() : null;
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
