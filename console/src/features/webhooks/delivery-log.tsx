import { Button, Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import rows from '../../components/ui/rows.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { Status } from '../../components/ui/status.tsx';
import type { WebhookDeliveryState } from '../../gql/graphql.ts';
import { type DeliveryView, deliveriesQuery } from './queries.ts';
import { TONES, texts } from './texts.ts';
import classes from './webhooks.module.css';

interface Props {
  endpointId: string;
  /** Sends this one again. */
  onAgain: (deliveryId: string) => void;
}

const KINDS: Record<string, string> = texts.kinds;
const CHOICES = [
  { value: '', label: texts.everything },
  ...Object.entries(texts.deliveryStates).map(([value, label]) => ({ value, label })),
];

/** The deliveries to an endpoint, with responses. */
export function DeliveryLog({ endpointId, onAgain }: Props) {
  const [state, setState] = useState<WebhookDeliveryState | null>(null);
  const query = useInfiniteQuery(deliveriesQuery(endpointId, state));
  return (
    <>
      <div className={classes.logHead}>
        <h3 className={classes.logTitle}>{texts.log}</h3>
        <Select
          aria-label={texts.filter}
          size="xs"
          className={classes.choice}
          data={CHOICES}
          value={state ?? ''}
          allowDeselect={false}
          onChange={(value) => setState((value || null) as WebhookDeliveryState | null)}
        />
      </div>
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Empty title={state ? texts.noneOfThese : texts.noneSent}>
              <p>{state ? '' : texts.noneSentHow}</p>
            </Empty>
          ) : (
            <ul className={rows.rows}>
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} onAgain={onAgain} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton query={query} />
    </>
  );
}

function DeliveryRow({ delivery, onAgain }: { delivery: DeliveryView; onAgain: Props['onAgain'] }) {
  const { id, type, state, attempts, nextAttemptAt, lastStatus, lastFault, createdAt, webhookId, body } = delivery;
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>{KINDS[type] ?? type}</span>
        <span className={rows.line}>
          <Status state={{ tone: TONES.delivery[state], word: texts.deliveryStates[state] }} />
          <Moment at={createdAt} as="clock" />
          {attempts > 1 && <span>{texts.attempts({ count: attempts })}</span>}
          {state === 'PENDING' && nextAttemptAt && attempts > 0 && (
            <span>
              {texts.next} <Moment at={nextAttemptAt} as="clock" />
            </span>
          )}
          {lastFault ? <span>{lastFault}</span> : lastStatus !== null && <span>{texts.answered({ status: lastStatus })}</span>}
        </span>
        <details className={classes.body}>
          <summary>{texts.body}</summary>
          <p className={classes.code}>{`webhook-id: ${webhookId}`}</p>
          <pre className={classes.code}>{body}</pre>
        </details>
      </div>
      {(state !== 'PENDING' || lastFault) && type !== 'endpoint.challenge' && (
        <Button variant="subtle" size="compact-xs" onClick={() => onAgain(id)} aria-label={`${texts.redeliver}: ${type} ${webhookId}`}>
          {texts.redeliver}
        </Button>
      )}
    </li>
  );
}
