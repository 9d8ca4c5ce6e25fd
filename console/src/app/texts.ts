export { texts } from '../messages/en/app.ts';

/** The server counts up to 99; 100 means "more". */
export function newsCount(unseen: number): string {
  return unseen > 99 ? '99+' : String(unseen);
}
