import { Button } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Entrance } from '../../components/entrance.tsx';
import { SetupForm } from './setup-form.tsx';
import { takeSetupToken } from './take-setup-token.ts';
import { texts } from './texts.ts';

/** First run: whoever holds the link that the server printed becomes the operator. */
export function SetupPage() {
  const token = useSetupToken();
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

/** Also where the link is pasted into a tab that is here already: only the fragment changes then. */
function useSetupToken(): string | null {
  const [token, setToken] = useState(takeSetupToken);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) setToken(takeSetupToken());
  }, [hash]);
  return token;
}
