import { say } from '../../lib/catalogue.ts';

export const texts = say('sandbox', {
  title: 'Sandbox feed',
  lead: 'What was published to the sandbox. Nobody but this workspace sees it.',
  order: 'Newest first',
  empty: 'Nothing was published here yet',
  emptyHow: 'Once the sandbox is connected and a post for it is approved, it appears here as it went out.',
  connections: 'To the connections',
} as const);
