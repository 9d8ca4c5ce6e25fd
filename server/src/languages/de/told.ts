import type { Translation } from '../translation.ts';

/** What is told about a command that did otherwise than asked, and what stands for a name that is not known. */
export const told: Translation = {
  'The draft is published already; make a new one to publish again.':
    'Der Entwurf ist schon veröffentlicht; legen Sie einen neuen an, um noch einmal zu veröffentlichen.',
  'The draft is out on some platforms already; what failed can be tried again by its publish job.':
    'Der Entwurf ist auf einigen Netzwerken schon hinaus; was fehlschlug, lässt sich über seinen Auftrag noch einmal versuchen.',
  'The draft is on its way already.': 'Der Entwurf ist schon unterwegs.',
  'This still needs approval: {1}': 'Ein Mensch muss das trotzdem freigeben: {1}',
  'This still needs approval: approval of this draft was requested before.':
    'Ein Mensch muss das trotzdem freigeben: Zu diesem Entwurf wurde schon einmal ein Mensch gefragt.',
  'a passkey signature is required here.': 'Hier muss es mit einem Passkey unterschrieben werden.',
  'a person rejected this text before.': 'Zu diesen Worten hat ein Mensch schon einmal nein gesagt.',
  'approval_required is true.': 'approval_required ist true.',
  'publish_mode is approval_queue. Send auto to go without, where that is allowed.':
    'publish_mode ist approval_queue. Senden Sie auto, um ohne auszukommen, wo das erlaubt ist.',
  'only an agent with the scope publish:auto may go without.':
    'Nur ein Agent mit dem Recht publish:auto darf ohne Freigabe veröffentlichen.',
  'the grant does not carry the scope publish:auto.': 'Der Zugang hat das Recht publish:auto nicht.',
  'the workspace does not allow publishing without approval.': 'Der Arbeitsbereich lässt nichts ohne Freigabe hinaus.',
  'No account on {1} has the name @{2}': 'Bei {1} hat niemand den Namen @{2}',
  '{1} did not resolve the name @{2}': '{1} hat nicht gesagt, wem der Name @{2} gehört',
  '{1}: it stays plain text.': '{1}: Er bleibt einfacher Text.',
  'The link card is published without a picture: {1}': 'Die Karte des Links geht ohne Bild hinaus: {1}',
  'The page names a picture that could not be fetched or read, or that is too small.':
    'Die Seite nennt ein Bild, das sich nicht abrufen oder lesen ließ oder zu klein ist.',
  'The link has no card: {1} The post is published with the address only.':
    'Der Link hat keine eigene Karte: {1} Der Beitrag geht mit der Adresse allein hinaus.',
  'This workspace has used up what it may take of the language model within 24 hours. The words were taken from your text instead.':
    'Dieser Arbeitsbereich hat aufgebraucht, was er in 24 Stunden vom Sprachmodell nehmen darf. Die Worte wurden stattdessen Ihrem Text entnommen.',
  'The words for {1} were taken from your text instead.': 'Die Worte für {1} wurden stattdessen Ihrem Text entnommen.',
  "The language model's words did not fit, or said what your text does not. {1}":
    'Die Worte des Sprachmodells passten nicht oder sagten, was Ihr Text nicht sagt. {1}',
  'The language model gave no answer in time. {1}': 'Das Sprachmodell hat nicht rechtzeitig geantwortet. {1}',
  'The text is in {1} and stays so: only a language model could put it into {2}.':
    'Der Text ist in der Sprache {1} und bleibt so: Nur ein Sprachmodell könnte ihn übertragen, in die Sprache {2}.',
  'Words that are taken from your text keep its tone: only a language model could write them in another.':
    'Worte, die Ihrem Text entnommen sind, behalten seinen Ton: Nur ein Sprachmodell könnte sie in einem anderen schreiben.',
  'The words for {1} were written by a person and stay. Send "replace": true to overwrite them.':
    'Die Worte für {1} hat ein Mensch geschrieben, und sie bleiben. Senden Sie "replace": true, um sie zu überschreiben.',
  'A person': 'Ein Mensch',
  'An agent of another workspace': 'Ein Agent eines anderen Arbeitsbereichs',
  'Another client': 'Ein anderer Kunde',
  'Unknown browser': 'Unbekannter Browser',
  'It was asked {1} times, which took {2} tokens.': 'Es wurde {1}-mal gefragt, was {2} Token verbrauchte.',
  'It was asked {1} times, which took {2} tokens and cost {3}.': 'Es wurde {1}-mal gefragt, was {2} Token verbrauchte und {3} kostete.',
};
