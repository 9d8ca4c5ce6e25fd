/** The console's own messages, where the server has none for people. */
export { texts } from '../messages/en/lib.ts';
