import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { FinishConnectingDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './connections.module.css';
import { texts } from './texts.ts';

interface Props {
  state: string | null;
  code: string | null;
  /** The server's own redirect URL was used. */
  server: string | null;
  /** Why there is no code, in the platform's words. */
  reason: string | null;
}

/** The redirect target of platforms. The code works once; it is sent at once and removed from the address. */
export function ReturnPage({ state, code, server, reason }: Props) {
  const finish = useFinish();
  const begun = useRef(false);
  const { mutate } = finish;
  useEffect(() => {
    if (begun.current || state === null || code === null) return;
    begun.current = true;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    mutate({ state, code, server });
  }, [state, code, server, mutate]);
  const wasRefused = state === null || code === null;
  return (
    <Page title={texts.returnTitle}>
      <div className={classes.page} aria-live="polite">
        {!begun.current && wasRefused && (
          <Notice tone="wait" title={texts.refusedThere}>
            <p>{texts.refusedThereWhat}</p>
            {reason && <p>{texts.refusedReason({ reason })}</p>}
          </Notice>
        )}
        {finish.isPending && <p className={classes.dim}>{texts.finishing}</p>}
        {finish.error && <Problem error={finish.error} title={texts.notConnected} />}
        {(finish.error || wasRefused) && (
          <p>
            <Link to="/connections">{texts.backToConnections}</Link>
          </p>
        )}
      </div>
    </Page>
  );
}

function useFinish() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (input: { state: string; code: string; server: string | null }) => runDocument(FinishConnectingDocument, { input }),
    onSuccess: async ({ finishConnecting }) => {
      for (const { handle } of finishConnecting) showToast(texts.connected({ handle }));
      await queryClient.invalidateQueries();
      await navigate({ to: '/connections', replace: true });
    },
    gcTime: 0,
  });
}
