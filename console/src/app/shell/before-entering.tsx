import { useQueryClient } from '@tanstack/react-query';
import { SecondFactorStep } from '../../features/security/second-factor-step.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Replaces everything until a mandatory second factor was used. */
export function BeforeEntering({ onCodes, onKept }: { onCodes: () => void; onKept: () => void }) {
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  const enter = async (): Promise<void> => {
    await queryClient.invalidateQueries();
    onKept();
  };
  return <SecondFactorStep onCodes={onCodes} onDone={enter} onSignOut={signOut} />;
}
