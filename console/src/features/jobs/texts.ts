export { texts } from '../../messages/en/jobs.ts';
