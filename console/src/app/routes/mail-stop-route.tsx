import { getRouteApi } from '@tanstack/react-router';
import { MailStopPage } from '../../features/notifications/mail-stop-page.tsx';

const route = getRouteApi('/mail/stop');

export function MailStopRoute() {
  return <MailStopPage token={route.useSearch().token ?? ''} />;
}
