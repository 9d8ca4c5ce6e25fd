import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isUnderDialog, useDeskKeys } from '../../../components/ui/use-desk-keys.ts';
import { letterOf } from '../../../lib/letter-of.ts';
import { useDecisionDesk } from './use-decision-desk.tsx';

/** Undoes the last decision and, on the approvals page, returns to its subject. */
export function useUndo(): () => boolean {
  const desk = useDecisionDesk();
  const router = useRouter();
  const navigate = useNavigate();
  return () => {
    const decision = desk.undo();
    if (decision && router.state.location.pathname.startsWith('/approvals')) {
      navigate({ to: '/approvals/{-$approvalId}', params: { approvalId: decision.approvalId }, search: true });
    }
    return decision !== null;
  };
}

/** U, and Ctrl or Cmd with Z, on every screen; within a text the latter are the text's own. */
export function useUndoKeys(): void {
  const undo = useUndo();
  useDeskKeys({ u: undo });
  const current = useRef(undo);
  useEffect(() => {
    current.current = undo;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.repeat) return;
      if (letterOf(event) !== 'z' || isText(event.target) || isUnderDialog()) return;
      if (current.current()) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, [contenteditable]') !== null;
}
