import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Entrance } from '../../components/entrance.tsx';
import { useFragmentToken } from '../../lib/fragment-token.ts';
import { SetupForm } from './setup-form.tsx';
import { texts } from './texts.ts';

/** First run: whoever holds the link that the server printed becomes the operator. */
export function SetupPage() {
  const token = useFragmentToken();
  if (token) {
    return (
      <Entrance title={texts.title} lead={texts.lead}>
        <SetupForm token={token} />
      </Entrance>
    );
  }
  return (
    <Entrance title={texts.noToken} lead={texts.noTokenHow}>
      <Button variant="default" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
        {texts.signIn}
      </Button>
    </Entrance>
  );
}
