export { texts } from '../../messages/en/agentWeeks.ts';
