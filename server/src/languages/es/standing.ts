import type { Translation } from '../translation.ts';

/** Why a post does not go out by a standing approval, `approvals/standing`. */
export const standing: Translation = {
  'its time is over': 'su tiempo terminó',
  'the workspace is paused': 'el espacio de trabajo está en pausa',
  'others than that agent have written it': 'han escrito en ella otros además de ese agente',
  'people were asked about this draft before': 'ya se preguntó a personas por este borrador',
  'a person has said no to these words before': 'una persona ya dijo que no a estas palabras',
  'the safety checks have found something': 'los controles han encontrado algo',
  'one post a day is the most': 'una publicación al día es el máximo',
  '{1} posts a day are the most': '{1} publicaciones al día son el máximo',
  '{1} credits are the most, and {2} are used': '{1} créditos son el máximo, y se han usado {2}',
  'it goes to other accounts than were signed': 'va a otras cuentas que las firmadas',
  'the link is another': 'el enlace es otro',
  'the pictures are others': 'las imágenes son otras',
  'its tags, its mentions or the card of its link are others': 'sus etiquetas, sus menciones o la tarjeta de su enlace son otras',
  'it has more or fewer parts than were signed': 'tiene más o menos partes que las firmadas',
  '“{1}” stands': 'pone «{1}»',
  'there is something else': 'pone otra cosa',
  '{1} where {2} was signed': '{1}, donde se firmó esto: {2}',
  'nothing like it': 'nada parecido',
  'a number from {1} to {2}': 'un número de {1} a {2}',
  'one of {1}': 'uno de {1}',
  'a date': 'una fecha',
  'a time': 'una hora',
  'the standing approval of {1}': 'la aprobación permanente de {1}',
  'the standing approval of somebody who has left': 'la aprobación permanente de alguien que se ha ido',
  '{1} people have to approve here': 'aquí deben aprobar {1} personas',
  'it is approved in stages here': 'aquí se aprueba por etapas',
  'nobody approves their own words here, which takes a look at each of them':
    'aquí nadie aprueba sus propias palabras, y eso pide mirar cada una',
  'it has ended': 'ha terminado',
  'whoever signed it does not decide here any more': 'quien la firmó ya no decide aquí',
  'its template allows combinations of words that no signed post had':
    'su plantilla permite combinaciones de palabras que no aparecen en ninguna publicación firmada',
  'no signed post has these words together: {1}': 'ninguna publicación firmada contiene juntas estas palabras: {1}',
  'the agent has no access any more': 'el agente ya no tiene acceso',
  'its signature does not hold': 'su firma no es válida',
  'each approval has to be signed with a passkey here, and this was not':
    'aquí cada aprobación debe firmarse con una llave de acceso, y esta no lo está',
};
