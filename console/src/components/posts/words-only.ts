/** Whether the service only writes words for a platform, which a person then posts there. */
export function isWordsOnly({ publishing }: { publishing: string }): boolean {
  return publishing !== 'ready';
}
