import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listed } from '../../components/texts.ts';
import { showRefusal } from '../../components/ui/toasts.tsx';
import { forgetPersonsWords } from '../../components/unsaved/use-kept-words.ts';
import { useDecisionDesk } from '../../features/approvals/deciding/use-decision-desk.tsx';
import { sendingTexts } from '../../features/approvals/sending-texts.ts';
import { forgetDesk } from '../../lib/forget-desk.ts';
import { postJson } from '../../lib/http/post-json.ts';
import { unsubscribePush } from '../../lib/push-device.ts';
import { texts as separators } from '../../lib/texts.ts';

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
    const unsent = desk.clear();
    if (unsent.length > 0)
      showRefusal(sendingTexts.unsent({ titles: listed(unsent.map(({ decision: { title } }) => separators.quoted({ text: title }))) }));
    forgetPersonsWords(queryClient);
    queryClient.clear();
    await navigate({ to: '/sign-in', ignoreBlocker: true });
  };
}
