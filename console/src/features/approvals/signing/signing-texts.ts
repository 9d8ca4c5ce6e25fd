/** Texts about signing decisions with a passkey. */
export { texts as signingTexts } from '../../../messages/en/signing.ts';
