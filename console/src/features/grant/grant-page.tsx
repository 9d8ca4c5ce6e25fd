import { useQueryClient } from '@tanstack/react-query';
import { Page } from '../../components/ui/page.tsx';
import type { GrantRequestViewFragment } from '../../gql/graphql.ts';
import { CodeEntry } from './code-entry.tsx';
import classes from './grant.module.css';
import { grantRequestQuery } from './queries.ts';
import { RequestScreen } from './request-screen.tsx';
import { texts } from './texts.ts';

interface Props {
  /** The request that is open; null while there is only a code to type. */
  requestId: string | null;
  /** A code that came with the address; it is filled in and nothing more. */
  typedCode: string;
  onFound: (requestId: string) => void;
  onAnotherCode: () => void;
}

/** First the code that the agent shows, then one card to decide on. Following a link decides nothing. */
export function GrantPage({ requestId, typedCode, onFound, onAnotherCode }: Props) {
  const queryClient = useQueryClient();
  const open = (request: GrantRequestViewFragment): void => {
    queryClient.setQueryData(grantRequestQuery(request.id).queryKey, request);
    onFound(request.id);
  };
  return (
    <Page title={texts.title}>
      <div className={classes.page}>
        {requestId === null ? (
          <CodeEntry key={typedCode} typedCode={typedCode} onFound={open} />
        ) : (
          <RequestScreen key={requestId} requestId={requestId} onAnotherCode={onAnotherCode} />
        )}
      </div>
    </Page>
  );
}
