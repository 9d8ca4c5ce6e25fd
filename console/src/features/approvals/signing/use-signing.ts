import { useMutation } from '@tanstack/react-query';
import type { Decision } from '../deciding/decision-desk.ts';
import { signApprovals } from './sign-approvals.ts';

interface Signed {
  needsSignature: boolean;
  draft: { workspaceId: string };
}

export interface Signing {
  /** The device asks for the passkey. */
  isAsking: boolean;
  /** Why the last try came to nothing. */
  error: Error | null;
  /** Goes on with the decision, signed where it has to be; not at all where the person or the device would not. */
  thenDecide(decision: Decision, goOn: (decision: Decision) => void): void;
}

/** Puts the passkey between an approval and what follows from it. */
export function useSigning({ needsSignature, draft }: Signed): Signing {
  const sign = useMutation({
    mutationFn: ({ approvalId, contentHash, editedHash }: Decision) =>
      signApprovals(draft.workspaceId, [{ approvalId, contentHash, editedHash }]),
  });
  return {
    isAsking: sign.isPending,
    error: sign.error,
    thenDecide: (decision, goOn) => {
      if (!needsSignature || decision.decision !== 'APPROVED') return goOn(decision);
      sign.mutate(decision, { onSuccess: (signature) => goOn({ ...decision, signature }) });
    },
  };
}
