import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Problem } from '../../components/ui/problem.tsx';
import { DenyGrantRequestDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import type { Decision } from './decision.ts';
import { texts } from './texts.ts';

interface Props {
  requestId: string;
  onDecided: (decision: Decision) => void;
  onRefused: (error: unknown) => void;
}

/** Denying is always safe: it needs no confirmation. */
export function DenyButton({ requestId, onDecided, onRefused }: Props) {
  const deny = useMutation({
    mutationFn: async () => (await runDocument(DenyGrantRequestDocument, { requestId })).denyGrantRequest,
    onSuccess: onDecided,
    onError: onRefused,
    gcTime: 0,
  });
  return (
    <>
      <Button variant="default" size="md" onClick={() => deny.mutate()} loading={deny.isPending}>
        {texts.deny}
      </Button>
      {deny.error && <Problem error={deny.error} title={texts.denyFailed} />}
    </>
  );
}
