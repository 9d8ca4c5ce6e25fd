import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { forgetPersonsWords } from '../../components/unsaved/use-kept-words.ts';
import { useDecisionDesk } from '../../features/approvals/deciding/use-decision-desk.tsx';
import { forgetDesk } from '../../lib/forget-desk.ts';
import { postJson } from '../../lib/http/post-json.ts';
import { unsubscribePush } from '../../lib/push-device.ts';

/** A decision that still waits was meant, so it is sent before the session ends. */
export function useSignOut(): () => Promise<void> {
  const desk = useDecisionDesk();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await desk.flush();
    // Best effort: sign-out succeeds even if this fails.
    await unsubscribePush().catch(() => undefined);
    // Before the request, so that nothing stays if the server cannot be reached.
    await forgetDesk();
    await postJson('/api/auth/sign-out', {});
    forgetPersonsWords(queryClient);
    queryClient.clear();
    await navigate({ to: '/sign-in', ignoreBlocker: true });
  };
}
