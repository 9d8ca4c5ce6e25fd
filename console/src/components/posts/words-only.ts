/** Whether the service only prepares content for a platform, which a person posts. */
export function isWordsOnly({ publishing }: { publishing: string }): boolean {
  return publishing !== 'ready';
}
