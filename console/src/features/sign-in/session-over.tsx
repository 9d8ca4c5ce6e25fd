import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ViewerDocument } from '../../gql/graphql.ts';
import { signInAgain } from '../../lib/http/identity-question.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useViewer, viewerQuery } from '../../lib/viewer.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordStep } from './password-step.tsx';
import { SecondStep } from './second-step.tsx';
import { texts } from './texts.ts';

type Step = 'password' | 'code' | 'expired' | 'other-person';

/**
 * A sign-in dialog over the page once its session has ended. The page is kept and failed requests are repeated;
 * signing in as another person reloads the page, so that nothing is saved in their name.
 */
export function SessionOver() {
  const { id, email: address, name } = useViewer();
  const email = address ?? name;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const here = useRouterState({ select: ({ location }) => `${location.pathname}${location.searchStr}` });
  const [step, setStep] = useState<Step | null>(null);
  const [entered, setEntered] = useState('');
  const answer = useRef<(isIn: boolean) => void>(() => {});

  useEffect(
    () =>
      signInAgain.answerFor(async () => {
        setStep('password');
        const isIn = await new Promise<boolean>((resolve) => {
          answer.current = resolve;
        });
        setStep(null);
        return isIn;
      }),
    [],
  );

  const enter = async (): Promise<void> => {
    const { viewer } = await runDocument(ViewerDocument, {});
    if (viewer?.id !== id) {
      setEntered(viewer?.email ?? '');
      return setStep('other-person');
    }
    answer.current(true);
    queryClient.setQueryData(viewerQuery.queryKey, viewer);
    await queryClient.invalidateQueries();
  };
  const leave = async (): Promise<void> => {
    answer.current(false);
    await navigate({ to: '/sign-in', search: { next: here } });
  };
  return (
    <Modal
      opened={step !== null}
      onClose={leave}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={texts.over.title}
      size="sm"
      zIndex={400}
    >
      <Stack gap="md">
        <p>{step === 'other-person' ? texts.over.other(entered, email) : texts.over.how(email)}</p>
        {step === 'code' && <SecondStep onEntered={enter} onExpired={() => setStep('expired')} onBack={() => setStep('password')} />}
        {(step === 'password' || step === 'expired') && (
          <div>
            <PasswordStep
              isAfterExpiry={step === 'expired'}
              email={address ?? ''}
              onEntered={enter}
              onSecondFactor={() => setStep('code')}
            />
            <PasskeyButton onEntered={enter} />
          </div>
        )}
        {step === 'other-person' && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => window.location.assign('/')}>
              {texts.over.goOn(entered)}
            </Button>
            <Button onClick={() => setStep('password')} data-autofocus>
              {texts.over.back(email)}
            </Button>
          </Group>
        )}
        {step !== 'other-person' && (
          <Button variant="subtle" onClick={leave}>
            {texts.over.leave}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}
