/** Why there is no card, in a sentence for whoever wrote the link. Never tells what is inside a private network. */
export class LinkFault extends Error {}
