export { texts } from '../../messages/en/letIn.ts';
