import { say } from '../../lib/catalogue.ts';

export const texts = say('sandbox', {
  title: 'Sandbox feed',
  lead: 'Posts published to the sandbox. Only this workspace sees them.',
  order: 'Newest first',
  empty: 'Nothing was published here yet',
  emptyHow: 'Once the sandbox is connected and a post for it is approved, it appears here as it went out.',
  connections: 'To the connections',
} as const);
