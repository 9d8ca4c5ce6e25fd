import { useNavigate, useRouter } from '@tanstack/react-router';
import { useDecisionDesk } from './use-decision-desk.tsx';

/** Takes the waiting decision back and, at the desk, goes back to what it was about. */
export function useUndo(): () => void {
  const desk = useDecisionDesk();
  const router = useRouter();
  const navigate = useNavigate();
  return () => {
    const decision = desk.undo();
    if (!decision || !router.state.location.pathname.startsWith('/approvals')) return;
    navigate({ to: '/approvals/{-$approvalId}', params: { approvalId: decision.approvalId } });
  };
}
