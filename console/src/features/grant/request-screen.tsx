import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { asApiError } from '../../lib/http/api-error.ts';
import { DecideForm } from './decide-form.tsx';
import type { Decision } from './decision.ts';
import { EndState } from './end-state.tsx';
import classes from './grant.module.css';
import { LookUpProblem } from './look-up-problem.tsx';
import { grantRequestQuery } from './queries.ts';

/** One request: the decision while it is open, then the outcome. */
export function RequestScreen({ requestId, onAnotherCode }: { requestId: string; onAnotherCode: () => void }) {
  const queryClient = useQueryClient();
  const options = grantRequestQuery(requestId);
  const query = useQuery(options);
  const [goesTo, setGoesTo] = useState<string | null>(null);
  const [taken, setTaken] = useState<unknown>(null);
  const decided = ({ request, redirectUrl }: Decision): void => {
    setGoesTo(redirectUrl);
    queryClient.setQueryData(options.queryKey, request);
    // The address may contain the agent's link; the request is cached under its own id as well.
    queryClient.setQueryData(grantRequestQuery(request.id).queryKey, request);
  };
  const refused = (error: unknown): void => {
    const { code } = asApiError(error);
    if (code === 'other_session') setTaken(error);
    // Decided elsewhere or too late: its state says which.
    if (code === 'invalid_state') query.refetch();
  };
  const content = (): ReactNode => {
    if (taken !== null) return <LookUpProblem error={taken} by="session" onAnotherCode={onAnotherCode} />;
    if (query.data?.state === 'PENDING') return <DecideForm request={query.data} onDecided={decided} onRefused={refused} />;
    if (query.data) return <EndState request={query.data} goesTo={goesTo} onAnotherCode={onAnotherCode} />;
    if (!query.error) return <SkeletonRows count={4} />;
    const by = requestId.startsWith('grq_') ? 'session' : 'link';
    return <LookUpProblem error={query.error} by={by} onAnotherCode={onAnotherCode} onRetry={() => query.refetch()} />;
  };
  const part = taken === null ? (query.data?.state === 'PENDING' ? 'open' : query.status) : 'taken';
  return (
    <div ref={useFocusOn(part)} tabIndex={-1} aria-busy={query.isPending} className={classes.screen}>
      {content()}
    </div>
  );
}

/** The focused element is gone when the next part is shown; moves the focus to its beginning. */
function useFocusOn(part: string) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (part !== 'pending') box.current?.focus({ preventScroll: true });
  }, [part]);
  return box;
}
