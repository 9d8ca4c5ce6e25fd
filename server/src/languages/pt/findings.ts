import type { Translation } from '../translation.ts';

/** Where the safety checks found something, `payloads/outgoing-texts.ts`. */
export const findings: Translation = {
  'in the text': 'no texto',
  'in the title': 'no título',
  'in the tags': 'nas etiquetas',
  'in the link': 'na ligação',
  'in the title of the link’s card': 'no título do cartão da ligação',
  'in the description of the link’s card': 'na descrição do cartão da ligação',
  'in the name of the site on the link’s card': 'no nome do site no cartão da ligação',
  'in the description of the picture on the link’s card': 'na descrição da imagem no cartão da ligação',
  'in the description of picture {1}': 'na descrição da imagem {1}',
  'in post {1} of the thread': 'na publicação {1} da sequência',
  'in {1}': 'em {1}',
};
