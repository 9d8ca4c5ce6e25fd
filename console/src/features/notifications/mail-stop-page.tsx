import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Entrance } from '../../components/ui/entrance.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { postJson } from '../../lib/http/post-json.ts';
import { texts } from './texts.ts';

/** Where the link at the end of a mail leads: a button stops such mails, and looking at the page does nothing. */
export function MailStopPage({ token }: { token: string }) {
  const stop = useMutation({ mutationFn: () => postJson(`/mail/stop?${new URLSearchParams({ token })}`, {}) });
  const toSettings = (
    <Button variant="subtle" renderRoot={(props) => <Link to="/settings/notifications" {...props} />}>
      {texts.toSettings}
    </Button>
  );
  if (stop.isSuccess)
    return (
      <Entrance title={texts.stopped} lead={texts.stoppedHow}>
        {toSettings}
      </Entrance>
    );
  return (
    <Entrance title={texts.stopTitle} lead={texts.stopLead}>
      <Stack gap="md">
        {stop.error && <Problem error={stop.error} title={texts.stopFailed} />}
        <Button onClick={() => stop.mutate()} loading={stop.isPending}>
          {texts.stop}
        </Button>
        {toSettings}
      </Stack>
    </Entrance>
  );
}
