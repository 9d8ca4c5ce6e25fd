import type { Translation } from '../translation.ts';

/** Why a post does not go out by a standing approval, `approvals/standing`. */
export const standing: Translation = {
  'its time is over': 'ihre Zeit ist um',
  'the workspace is paused': 'der Arbeitsbereich ist pausiert',
  'others than that agent have written it': 'andere als dieser Agent haben daran geschrieben',
  'approval was requested for this draft before': 'zu diesem Entwurf wurden Menschen schon gefragt',
  'a person rejected this text before': 'ein Mensch hat zu diesen Worten schon Nein gesagt',
  'the safety checks have found something': 'die Prüfungen haben etwas gefunden',
  'one post a day is the most': 'ein Beitrag am Tag ist das Höchste',
  '{1} posts a day are the most': '{1} Beiträge am Tag sind das Höchste',
  '{1} credits are the most, and {2} are used': '{1} Credits sind das Höchste, und {2} sind verbraucht',
  'it goes to other accounts than were signed': 'es geht an andere Konten als unterschrieben',
  'the link is another': 'der Link ist ein anderer',
  'the pictures are others': 'die Bilder sind andere',
  'its tags, its mentions or the card of its link are others': 'seine Tags, Erwähnungen oder die Karte seines Links sind andere',
  'it has more or fewer parts than were signed': 'es hat mehr oder weniger Teile als unterschrieben',
  'it has “{1}”': 'es steht „{1}“ da',
  'there is something else': 'es steht etwas anderes da',
  '{1} where {2} was signed': '{1}, unterschrieben war: {2}',
  'nothing like it': 'nichts dergleichen',
  'a number from {1} to {2}': 'eine Zahl von {1} bis {2}',
  'one of {1}': 'eines von {1}',
  'a date': 'ein Datum',
  'a time': 'eine Uhrzeit',
  'the standing approval of {1}': 'der Dauerfreigabe von {1}',
  'the standing approval of a former member': 'der Dauerfreigabe von jemandem, der nicht mehr da ist',
  '{1} people have to approve here': 'hier müssen {1} Menschen freigeben',
  'it is approved in stages here': 'hier wird in Stufen freigegeben',
  'self-approval is not allowed here, so each post needs review':
    'hier gibt niemand eigene Worte frei; dafür braucht es bei jedem einen Blick',
  'it has ended': 'sie ist beendet',
  'the person who signed it is no longer an approver here': 'wer sie unterschrieben hat, entscheidet hier nicht mehr',
  'its template allows combinations of words that no signed post had':
    'die Vorlage lässt Wortkombinationen zu, die in keinem unterschriebenen Beitrag vorkamen',
  'no signed post has these words together: {1}': 'kein unterschriebener Beitrag enthält diese Wörter zusammen: {1}',
  'the agent has no access any more': 'der Agent hat keinen Zugang mehr',
  'its signature does not hold': 'ihre Unterschrift gilt nicht',
  'approvals require a passkey signature here, and this one has none':
    'hier ist jede Freigabe mit einem Passkey zu unterschreiben, und diese war es nicht',
};
