import { texts } from '../../messages/en/audit.ts';

/** The subjects of actions: the first half of every action's name. */
export { texts as NOUNS } from '../../messages/en/nouns.ts';
export { texts };

const ACTIONS: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = texts.actions;

/** "publish_job.created" is "Post created". An action that this console does not know is shown by its name. */
export function actionWords(action: string): string {
  const [noun = '', verb = ''] = action.split('.');
  return ACTIONS[noun]?.[verb] ?? action;
}
