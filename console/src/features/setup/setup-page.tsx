import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Entrance } from '../../components/ui/entrance.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { useFragmentToken } from '../../lib/fragment-token.ts';
import { asApiError } from '../../lib/http/api-error.ts';
import { postJson } from '../../lib/http/post-json.ts';
import { SetupForm } from './setup-form.tsx';
import { texts } from './texts.ts';

/** First run: the holder of the link that the server printed becomes the operator. */
export function SetupPage() {
  const token = useFragmentToken();
  // Checked before a person fills in the form; does not consume the link.
  const link = useQuery({
    queryKey: ['setup-link', token],
    queryFn: async ({ signal }) => {
      await postJson('/api/auth/setup/link', { token }, signal);
      return true;
    },
    enabled: Boolean(token),
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (token && asApiError(link.error).code !== 'setup_link_invalid') {
    return (
      <Entrance title={texts.title} lead={texts.lead}>
        <Loaded query={link} skeleton={<Skeleton height={392} />}>
          {() => <SetupForm token={token} />}
        </Loaded>
      </Entrance>
    );
  }
  return (
    <Entrance title={token ? texts.usedToken : texts.noToken} lead={texts.noTokenHow}>
      <Button variant="default" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
        {texts.signIn}
      </Button>
    </Entrance>
  );
}
