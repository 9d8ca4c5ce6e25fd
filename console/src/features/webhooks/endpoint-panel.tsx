import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { Status } from '../../components/ui/status.tsx';
import { texts as separators } from '../../lib/texts.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { type EndpointView, useWebhookSteps } from './queries.ts';
import { TONES, texts } from './texts.ts';
import classes from './webhooks.module.css';

const THIRTY_DAYS_MS = 30 * 86_400_000;

/** One endpoint: owner, status, actions and log. */
export function EndpointPanel({ endpoint }: { endpoint: EndpointView }) {
  const { id, url } = endpoint;
  const { test, redeliver, remove } = useWebhookSteps(endpoint);
  const error = test.error ?? redeliver.error;
  const [isChanging, setChanging] = useState(false);
  return (
    <section id={id} className={classes.endpoint} aria-label={url}>
      <div className={classes.head}>
        <h2 className={classes.url}>{url}</h2>
        <Standing endpoint={endpoint} />
        {error && <Problem error={error} title={texts.failed} />}
        <div className={classes.actions}>
          {endpoint.ending !== 'REVOKED' && (
            <>
              <Button variant="default" size="xs" onClick={() => test.mutate()} loading={test.isPending}>
                {texts.test}
              </Button>
              <ConfirmButton
                size="xs"
                tone="accent"
                label={texts.redeliverFailed}
                title={texts.redeliverAsk}
                what={texts.redeliverWhat}
                failed={texts.failed}
                onConfirm={() => redeliver.mutateAsync({ failedSince: new Date(Date.now() - THIRTY_DAYS_MS).toISOString() })}
              />
            </>
          )}
          {endpoint.ending !== 'REVOKED' && !endpoint.agentName && (
            <Button variant="default" size="xs" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
              {texts.form.change}
            </Button>
          )}
          <ConfirmButton
            size="xs"
            label={texts.remove}
            title={texts.removeAsk({ host: new URL(url).host })}
            what={texts.removeWhat}
            failed={texts.failed}
            onConfirm={() => remove.mutateAsync()}
          />
        </div>
        {isChanging && (
          <div className={classes.form}>
            <EndpointForm endpoint={endpoint} onDone={() => setChanging(false)} />
          </div>
        )}
      </div>
      <DeliveryLog endpointId={id} onAgain={(deliveryId) => redeliver.mutate({ deliveryId })} />
    </section>
  );
}

function Standing({ endpoint }: { endpoint: EndpointView }) {
  const { state, ending, failures, failingSince, lastSuccessAt, createdAt, agentName, types } = endpoint;
  const isFailing = state === 'ACTIVE' && failures > 0;
  return (
    <>
      <p className={classes.line}>
        <Status state={isFailing ? { tone: 'wait', word: texts.failing } : { tone: TONES.endpoint[state], word: texts.states[state] }} />
        <span>{agentName ? texts.of({ agent: agentName }) : texts.ofOwners}</span>
        <span>
          {texts.since} <Moment at={createdAt} />
        </span>
        <span>
          {lastSuccessAt ? (
            <>
              {texts.lastTaken} <Moment at={lastSuccessAt} />
            </>
          ) : (
            texts.neverTaken
          )}
        </span>
        <span title={types?.join(separators.comma)}>{types ? texts.types({ count: types.length }) : texts.all}</span>
      </p>
      {failingSince && failures > 0 && (
        <p className={classes.dim}>
          {texts.failures({ count: failures })} <Moment at={failingSince} />
        </p>
      )}
      {ending && <p>{texts.endings[ending]}</p>}
      {state === 'UNPROVEN' && <p>{texts.unproven}</p>}
    </>
  );
}
