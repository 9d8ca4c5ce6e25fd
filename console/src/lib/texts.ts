/** What the console says itself where no sentence of the server's is there or fits a person. */
export const texts = {
  unreachable: { message: 'The server did not answer.', remedy: 'Check the connection and try again.' },
  signedOut: { message: 'Your session has ended.', remedy: 'Sign in and try again.' },
  noAnswer: { message: 'The server’s answer cannot be read.', remedy: 'Reload the page and try again.' },
  fault: { remedy: 'Reload the page. If it stays, tell the operator.' },
  status: (status: number): string => `The server answered with status ${status}.`,
} as const;
