import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Entrance } from '../../components/ui/entrance.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordStep } from './password-step.tsx';
import { SecondStep } from './second-step.tsx';
import { signUpQuery } from './sign-up/queries.ts';
import { SignUpLink } from './sign-up-link.tsx';
import { texts } from './texts.ts';

/** Email address and password, with a code if required; or a passkey. Then redirects to the original page. */
export function SignInPage({ next }: { next: string }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<'password' | 'code' | 'expired'>('password');
  const enter = (): void => {
    queryClient.clear();
    router.history.push(next);
  };
  const { data } = useQuery(signUpQuery);
  if (data?.is_set_up === false) {
    return (
      <Entrance title={texts.notSetUp} lead={texts.notSetUpHow}>
        <Button variant="default" onClick={() => window.location.reload()}>
          {texts.notSetUpAgain}
        </Button>
      </Entrance>
    );
  }
  if (step === 'code') {
    return (
      <Entrance title={texts.codeTitle} lead={texts.codeLead}>
        <SecondStep onEntered={enter} onExpired={() => setStep('expired')} onBack={() => setStep('password')} />
      </Entrance>
    );
  }
  return (
    <Entrance title={texts.title} lead={texts.lead}>
      <PasswordStep isAfterExpiry={step === 'expired'} onEntered={enter} onSecondFactor={() => setStep('code')} />
      <PasskeyButton onEntered={enter} />
      <SignUpLink />
    </Entrance>
  );
}
