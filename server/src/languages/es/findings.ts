import type { Translation } from '../translation.ts';

/** Where the safety checks found something, `payloads/outgoing-texts.ts`. */
export const findings: Translation = {
  'in the text': 'en el texto',
  'in the title': 'en el título',
  'in the tags': 'en las etiquetas',
  'in the link': 'en el enlace',
  'in the title of the link’s card': 'en el título de la tarjeta del enlace',
  'in the description of the link’s card': 'en la descripción de la tarjeta del enlace',
  'in the name of the site on the link’s card': 'en el nombre del sitio en la tarjeta del enlace',
  'in the description of the picture on the link’s card': 'en la descripción de la imagen de la tarjeta del enlace',
  'in the description of picture {1}': 'en la descripción de la imagen {1}',
  'in post {1} of the thread': 'en la publicación {1} del hilo',
  'in {1}': 'en {1}',
};
