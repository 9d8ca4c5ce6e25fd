export { texts } from '../../messages/en/audit.ts';

/** The subjects of actions: the first half of every action's name. */
export { texts as NOUNS } from '../../messages/en/nouns.ts';

/** Customers' names, where the log uses another. */
const NAMES: Record<string, string> = {
  publish_job: 'post',
  publication: 'post',
  payload: 'wording',
  grant: 'access',
  standing_approval: 'standing approval',
};

/** "publish_job.created" is "Post created". */
export function actionWords(action: string): string {
  const [noun = '', ...rest] = action.split('.');
  const words = [NAMES[noun] ?? noun, ...rest].join(' ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
