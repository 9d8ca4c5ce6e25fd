import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listed } from '../../components/texts.ts';
import { showRefusal } from '../../components/ui/toasts.tsx';
import { useDecisionDesk } from '../../features/approvals/deciding/use-decision-desk.tsx';
import { sendingTexts } from '../../features/approvals/sending-texts.ts';
import { asApiError, sentence } from '../../lib/http/api-error.ts';
import { endSession } from '../../lib/http/end-session.ts';
import { texts as separators } from '../../lib/texts.ts';

/** A decision that still waits was meant, so it is sent before the session ends. If that fails, the page says why and stays. */
export function useSignOut(): () => Promise<void> {
  const desk = useDecisionDesk();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await desk.flush();
    try {
      await endSession(queryClient);
    } catch (error) {
      return showRefusal(sentence(asApiError(error)));
    }
    const unsent = desk.clear();
    if (unsent.length > 0)
      showRefusal(sendingTexts.unsent({ titles: listed(unsent.map(({ decision: { title } }) => separators.quoted({ text: title }))) }));
    queryClient.clear();
    await navigate({ to: '/sign-in', ignoreBlocker: true });
  };
}
