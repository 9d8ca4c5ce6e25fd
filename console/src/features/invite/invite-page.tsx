import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Entrance } from '../../components/ui/entrance.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { useFragmentToken } from '../../lib/fragment-token.ts';
import { asApiError } from '../../lib/http/api-error.ts';
import { AcceptAsMyself } from './accept-as-myself.tsx';
import { AcceptAsNewPerson } from './accept-as-new-person.tsx';
import { invitationQuery } from './queries.ts';
import { SignInFirst } from './sign-in-first.tsx';
import { SignOutFirst } from './sign-out-first.tsx';
import { texts } from './texts.ts';

/** The other end of an invitation's link. */
export function InvitePage() {
  const token = useFragmentToken();
  if (token) return <Invitation token={token} />;
  return (
    <Entrance title={texts.noToken} lead={texts.noTokenHow}>
      <ToConsole />
    </Entrance>
  );
}

function ToConsole() {
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
      {texts.toConsole}
    </Button>
  );
}

function Invitation({ token }: { token: string }) {
  const { data, error, refetch, isFetching } = useQuery(invitationQuery(token));
  if (error) {
    // A link that is used up stays so; anything else may pass.
    const retry = asApiError(error).code === 'invitation_invalid' ? {} : { onRetry: () => refetch(), isRetrying: isFetching };
    return (
      <Entrance title={texts.title} lead={texts.notOpened}>
        <Stack gap="md">
          <Problem error={error} title={texts.notLoaded} {...retry} />
          <ToConsole />
        </Stack>
      </Entrance>
    );
  }
  if (!data) {
    return (
      <Entrance title={texts.title} lead={texts.looking}>
        <Skeleton height={180} radius={8} aria-busy="true" />
      </Entrance>
    );
  }
  const { invited_by, account_name, role, email, signed_in_as, is_known_person } = data;
  return (
    <Entrance title={texts.join({ account: account_name })} lead={texts.invitedBy({ name: invited_by, role: texts.roles[role] })}>
      {signed_in_as === email && <AcceptAsMyself token={token} />}
      {signed_in_as !== null && signed_in_as !== email && <SignOutFirst email={email} signedInAs={signed_in_as} />}
      {signed_in_as === null && is_known_person && <SignInFirst email={email} />}
      {signed_in_as === null && !is_known_person && <AcceptAsNewPerson token={token} email={email} />}
    </Entrance>
  );
}
