import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Entrance } from '../../../components/ui/entrance.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import { useFragmentToken } from '../../../lib/fragment-token.ts';
import { ToSignIn } from '../lost-password-page.tsx';
import { AskForLink } from './ask-for-link.tsx';
import { signUpQuery } from './queries.ts';
import { RequestAccount } from './request-account.tsx';
import { texts } from './texts.ts';

/** For strangers, where the operator has opened it: an address first, and by the link that was mailed there the request itself. */
export function SignUpPage() {
  const token = useFragmentToken();
  const query = useQuery(signUpQuery);
  /** An expired link, so another one can be requested. */
  const [over, setOver] = useState<string | null>(null);
  if (query.data && !query.data.is_open) {
    return (
      <Entrance title={texts.closed} lead={texts.closedHow}>
        <ToSignIn />
      </Entrance>
    );
  }
  if (query.data && token && token !== over) return <RequestAccount token={token} onOver={() => setOver(token)} />;
  if (query.data) return <AskForLink />;
  // Renders only after the server has responded, so nothing moves.
  if (!query.error) return null;
  return (
    <Entrance title={texts.title} lead={texts.lead}>
      <Problem error={query.error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />
    </Entrance>
  );
}
