import { plural } from '../../components/texts.ts';
import type { StateWord } from '../../components/ui/states.ts';
import type { WebhookDeliveryState, WebhookEnding, WebhookState } from '../../gql/graphql.ts';
import { say } from '../../lib/catalogue.ts';

export const texts = say('webhooks', {
  title: 'Webhooks',
  back: 'Agents & access',
  lead: 'Addresses of your agents and programs that receive events: signed messages with ids, states and links, never the text of a post.',
  list: 'Endpoints',
  empty: 'No webhooks yet',
  emptyHow: 'Agents with permission add their own address. It then appears here with its deliveries.',
  notForYou: 'Only owners manage webhooks',
  notForYouHow: 'Ask an owner of the account if a program misses events.',
  states: {
    ACTIVE: { word: 'Works', tone: 'good' },
    UNPROVEN: { word: 'Has not answered yet', tone: 'wait' },
    STOPPED: { word: 'Switched off', tone: 'bad' },
  } satisfies Record<WebhookState, StateWord>,
  failing: { word: 'Failing', tone: 'wait' } satisfies StateWord,
  endings: {
    REVOKED: 'The access that it belongs to has ended, so nothing is sent there any more.',
    GONE: 'It answered that it wants no more events. Send a test to verify it again.',
    FAILING: 'It has accepted nothing for three days. Once it works again, test it, and then send again what has failed.',
  } satisfies Record<WebhookEnding, string>,
  unproven: 'It receives no events until it has answered its challenge. A test sends another one.',
  failures: (count: number): string => `${plural(count, 'attempt')} failed in a row, since`,
  of: (agent: string): string => `of ${agent}`,
  ofOwners: 'of the owners',
  since: 'added',
  lastTaken: 'last delivered',
  neverTaken: 'nothing delivered yet',
  types: (count: number): string => `Only ${plural(count, 'kind')} of event`,
  all: 'All kinds of events',

  test: 'Send a test',
  isTested: (host: string): string => `A message is on its way to ${host}. The log shows what comes back.`,
  redeliverFailed: 'Send failed ones again',
  redeliverAsk: 'Send again what has failed?',
  redeliverWhat:
    'Every undelivered message of the last 30 days is sent again: the same bytes with the same id, so the receiver can detect duplicates.',
  redeliver: 'Send again',
  isRedelivered: (count: number): string =>
    count === 0 ? 'There is nothing to send again.' : `${plural(count, 'message')} on the way again.`,
  remove: 'Remove',
  removeAsk: (host: string): string => `Remove ${host}?`,
  removeWhat: 'Nothing is sent there any more and its log is gone. The agent can add it again.',
  isRemoved: (host: string): string => `${host} receives no more events.`,
  failed: 'Nothing was changed',

  log: 'What was sent, for 30 days',
  filter: 'Show',
  everything: 'Everything',
  deliveryStates: {
    PENDING: { word: 'On the way', tone: 'busy' },
    DELIVERED: { word: 'Delivered', tone: 'good' },
    FAILED: { word: 'Not delivered', tone: 'bad' },
  } satisfies Record<WebhookDeliveryState, StateWord>,
  noneSent: 'Nothing was sent yet',
  noneOfThese: 'Nothing of that kind',
  noneSentHow: 'Events that are sent to it appear here.',
  attempts: (count: number): string => plural(count, 'attempt'),
  next: 'next',
  answered: (status: number): string => `answered ${status}`,
  body: 'What is sent',
  kinds: { 'endpoint.challenge': 'Challenge', 'endpoint.test': 'Test' } as Record<string, string>,
});
