export { texts } from '../../messages/en/agents.ts';
