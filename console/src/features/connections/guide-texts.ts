/** What a customer does at a network before connecting, by the network's id. */
export { texts as guideTexts } from '../../messages/en/guides.ts';
