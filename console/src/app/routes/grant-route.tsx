import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { GrantPage } from '../../features/grant/grant-page.tsx';

const route = getRouteApi('/shell/grant');

/** The open request is in the address, so a reload shows it without a code. */
export function GrantRoute() {
  const navigate = useNavigate();
  const { request, user_code: userCode = '' } = route.useSearch();
  return (
    <GrantPage
      requestId={request ?? null}
      typedCode={userCode}
      onFound={(found) => navigate({ to: '/grant', search: { request: found }, replace: true })}
      onAnotherCode={() => navigate({ to: '/grant', search: {} })}
    />
  );
}
