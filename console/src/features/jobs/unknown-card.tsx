import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Facts } from '../../components/ui/facts.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { LookAgainDocument, type Verdict } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './job.module.css';
import type { JobView } from './queries.ts';
import { SettleForm } from './settle-form.tsx';
import { texts } from './texts.ts';

type Publication = JobView['publications'][number];

/** An unknown outcome: the known facts, and three ways to settle it. */
export function UnknownCard({ publication }: { publication: Publication }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const look = useLookAgain(publication.id);
  const choose = (chosen: Verdict) => (
    <Button
      variant={verdict === chosen ? 'filled' : 'default'}
      size="xs"
      aria-expanded={verdict === chosen}
      onClick={() => setVerdict(verdict === chosen ? null : chosen)}
    >
      {chosen === 'PUBLISHED' ? texts.there : texts.notThere}
    </Button>
  );
  return (
    <Notice tone="wait" title={texts.unknown({ platform: publication.platform.label })}>
      <p>{texts.unknownHow}</p>
      <Known publication={publication} />
      {publication.viewerCan.settle && (
        <Group gap="xs">
          {choose('PUBLISHED')}
          {choose('NOT_PUBLISHED')}
          <Button variant="default" size="xs" loading={look.isPending} onClick={() => look.mutate()}>
            {texts.lookAgain}
          </Button>
        </Group>
      )}
      {look.error && <Problem error={look.error} title={texts.lookFailed} />}
      {verdict && <SettleForm key={verdict} publicationId={publication.id} verdict={verdict} />}
    </Notice>
  );
}

function Known({ publication: { connection, attempts, nextAttemptAt, hold } }: { publication: Publication }) {
  const last = attempts.at(-1);
  const sentAt = last ? <Moment at={last.startedAt} as="clock" /> : null;
  const askedAt = nextAttemptAt ? <Moment at={nextAttemptAt} /> : texts.unknownAsks;
  const { account, sent, answer, asks, hold: credit } = texts.unknownFacts;
  return (
    <div className={classes.known}>
      <Facts
        of={[
          [account, connection?.handle ?? null],
          [sent, sentAt],
          [answer, last?.message ? <bdi key="answer">{last.message}</bdi> : null],
          [asks, askedAt],
          [credit, hold ? texts.unknownHeld({ credits: hold.credits, bucket: texts.buckets[hold.bucket] }) : null],
        ]}
      />
    </div>
  );
}

function useLookAgain(publicationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => runDocument(LookAgainDocument, { publicationId }),
    onSuccess: async ({ lookAgain }) => {
      const isOpen = lookAgain.publications.some(({ id, state }) => id === publicationId && state === 'UNKNOWN');
      showToast(isOpen ? texts.stillUnknown : texts.nowKnown);
      await queryClient.invalidateQueries();
    },
  });
}
