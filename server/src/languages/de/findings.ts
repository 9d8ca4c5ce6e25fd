import type { Translation } from '../translation.ts';

/** Where the safety checks found something, `payloads/outgoing-texts.ts`. */
export const findings: Translation = {
  'in the text': 'im Text',
  'in the title': 'im Titel',
  'in the tags': 'in den Tags',
  'in the link': 'im Link',
  'in the title of the link’s card': 'im Titel der Karte des Links',
  'in the description of the link’s card': 'in der Beschreibung der Karte des Links',
  'in the name of the site on the link’s card': 'im Namen der Website auf der Karte des Links',
  'in the description of the picture on the link’s card': 'in der Beschreibung des Bildes auf der Karte des Links',
  'in the description of picture {1}': 'in der Beschreibung von Bild {1}',
  'in post {1} of the thread': 'in Beitrag {1} des Threads',
  'in {1}': 'in {1}',
};
