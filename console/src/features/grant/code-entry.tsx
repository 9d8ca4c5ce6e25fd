import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { GrantRequestDocument, type GrantRequestViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useViewer } from '../../lib/viewer.ts';
import { CodeField } from './code-field.tsx';
import classes from './grant.module.css';
import { LookUpProblem } from './look-up-problem.tsx';
import { texts } from './texts.ts';
import { hasForeignSign, isWholeCode, showUserCode } from './user-code.ts';

interface Props {
  typedCode: string;
  onFound: (request: GrantRequestViewFragment) => void;
}

/** The big field for the code that the agent shows. */
export function CodeEntry({ typedCode, onFound }: Props) {
  const { workspaces } = useViewer();
  const [code, setCode] = useState(showUserCode(typedCode));
  const [fault, setFault] = useState<string | null>(null);
  const lookUp = useMutation({
    mutationFn: async (userCode: string) => (await runDocument(GrantRequestDocument, { userCode, requestId: null })).grantRequest,
    onSuccess: onFound,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // An invalid code is not sent: it would count as a failed attempt.
    const isCode = isWholeCode(code) && !hasForeignSign(code);
    setFault(isCode ? null : texts.codeFault);
    if (isCode) lookUp.mutate(code);
  };
  const change = (shown: string): void => {
    setCode(shown);
    setFault(hasForeignSign(shown) ? texts.codeFault : null);
  };
  return (
    <Panel title={texts.codeTitle}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <CodeField value={code} error={fault} onChange={change} />
          {lookUp.error && <LookUpProblem key={lookUp.submittedAt} error={lookUp.error} />}
          <Button type="submit" loading={lookUp.isPending} className={classes.main}>
            {texts.codeSubmit}
          </Button>
          <p className={classes.dim}>
            {texts.whence} {texts.whenceStranger}
          </p>
          {!workspaces.some(({ viewerCan }) => viewerCan.manageConnections) && <Notice tone="quiet" title={texts.forNonOwner} />}
        </Stack>
      </form>
    </Panel>
  );
}
