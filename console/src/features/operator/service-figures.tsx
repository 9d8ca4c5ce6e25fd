import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Facts } from '../../components/ui/facts.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import type { StateWord } from '../../components/ui/states.ts';
import { Status } from '../../components/ui/status.tsx';
import { texts as separators } from '../../lib/texts.ts';
import type { ServiceFacts } from './queries.ts';
import { texts } from './texts.ts';

type Fact = [name: string, value: ReactNode];
type Kept = keyof typeof texts.kept;

/** A worker starts within seconds; later posts wait for a missing one. */
const LATE_MS = 60_000;

/** Across all customers: waiting, late, unknown and ended, as of `readAt`. */
export function ServiceFigures({ figures, databaseWarnings, keptByAge, readAt }: ServiceFacts & { readAt: number }) {
  const { waiting, due, oldestDueAt, beingAsked, forPeople, failed, endedConnections, mails, restoredFrom } = figures;
  return (
    <Panel title={texts.figures} side={<Status state={stateOf(figures, readAt)} />}>
      <Stack gap="md">
        {restoredFrom && (
          <Notice tone="wait" title={texts.held}>
            <p>
              {texts.restored} <Moment at={restoredFrom} as="when" />. {texts.restoredWhat}
            </p>
          </Notice>
        )}
        {databaseWarnings.length > 0 && (
          <Notice tone="bad" title={texts.databaseWarnings}>
            {databaseWarnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
          </Notice>
        )}
        <Facts
          of={[
            [texts.waitingJobs, waiting],
            [texts.dueNow, <Due key="due" count={due} since={oldestDueAt} />],
            [texts.beingAsked, beingAsked],
            [texts.forPeople, forPeople],
            [texts.failedLately, failed],
            [texts.endedConnections, endedConnections],
            [texts.mails, mails],
            ...keptByAge.map(({ kind, keptFrom }): Fact => [texts.kept[kind as Kept], <KeptFrom key={kind} at={keptFrom} />]),
          ]}
        />
      </Stack>
    </Panel>
  );
}

function stateOf({ oldestDueAt, restoredFrom }: ServiceFacts['figures'], readAt: number): StateWord {
  if (restoredFrom) return { tone: 'wait', word: texts.held };
  const isLate = oldestDueAt !== null && readAt - Date.parse(oldestDueAt) > LATE_MS;
  return isLate ? { tone: 'bad', word: texts.late } : { tone: 'good', word: texts.onTime };
}

function KeptFrom({ at }: { at: string | null }) {
  if (!at) return texts.keptForEver;
  return (
    <>
      {texts.keptFrom} <Moment at={at} as="when" />
    </>
  );
}

function Due({ count, since }: { count: number; since: string | null }) {
  if (!since) return count;
  return (
    <>
      {count}
      {separators.comma}
      {texts.dueSince} <Moment at={since} />
    </>
  );
}
