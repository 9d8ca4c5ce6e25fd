import { useMutation } from '@tanstack/react-query';
import type { Decision } from '../deciding/decision-desk.ts';
import { signApprovals } from './sign-approvals.ts';

interface Signed {
  needsSignature: boolean;
  draft: { workspaceId: string };
}

export interface Signing {
  /** The device is asking for the passkey. */
  isAsking: boolean;
  /** Why the last try came to nothing. */
  error: Error | null;
  /** Continues with the decision, signed if required; not if the person or the device declines. */
  thenDecide(decision: Decision, goOn: (decision: Decision) => void): void;
}

/** Requests the passkey between an approval and sending it. */
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
