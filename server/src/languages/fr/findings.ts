import type { Translation } from '../translation.ts';

/** Where the safety checks found something, `payloads/outgoing-texts.ts`. */
export const findings: Translation = {
  'in the text': 'dans le texte',
  'in the title': 'dans le titre',
  'in the tags': 'dans les tags',
  'in the link': 'dans le lien',
  'in the title of the link’s card': 'dans le titre de la carte du lien',
  'in the description of the link’s card': 'dans la description de la carte du lien',
  'in the name of the site on the link’s card': 'dans le nom du site sur la carte du lien',
  'in the description of the picture on the link’s card': 'dans la description de l’image sur la carte du lien',
  'in the description of picture {1}': 'dans la description de l’image {1}',
  'in post {1} of the thread': 'dans le post {1} du fil',
  'in {1}': 'dans {1}',
};
