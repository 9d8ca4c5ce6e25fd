import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { ViewerDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useViewer, viewerQuery } from '../../lib/viewer.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordStep } from './password-step.tsx';
import { SecondStep } from './second-step.tsx';
import { texts } from './texts.ts';

type Step = 'password' | 'code' | 'expired' | 'other-person';

/** Loaded when the session has ended. `onAnswer`: whether the person signed in again. */
export function SessionOverDialog({ onAnswer }: { onAnswer: (isIn: boolean) => void }) {
  const { id, email: address, name } = useViewer();
  const email = address ?? name;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const here = useRouterState({ select: ({ location }) => `${location.pathname}${location.searchStr}` });
  const [step, setStep] = useState<Step>('password');
  const [entered, setEntered] = useState('');

  const enter = async (): Promise<void> => {
    const { viewer } = await runDocument(ViewerDocument, {});
    if (viewer?.id !== id) {
      setEntered(viewer?.email ?? '');
      return setStep('other-person');
    }
    onAnswer(true);
    queryClient.setQueryData(viewerQuery.queryKey, viewer);
    await queryClient.invalidateQueries();
  };
  const leave = async (): Promise<void> => {
    onAnswer(false);
    await navigate({ to: '/sign-in', search: { next: here } });
  };
  return (
    <Modal
      opened
      onClose={leave}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={texts.over.title}
      size="sm"
      zIndex={400}
    >
      <Stack gap="md">
        <p>{step === 'other-person' ? texts.over.other({ entered, email }) : texts.over.how({ email })}</p>
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
              {texts.over.goOn({ entered })}
            </Button>
            <Button onClick={() => setStep('password')} data-autofocus autoFocus>
              {texts.over.back({ email })}
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
