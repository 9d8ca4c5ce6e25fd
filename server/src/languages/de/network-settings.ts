import type { Translation } from '../translation.ts';

/** The settings that only one network has, `platforms/platform/settings.ts` and the rules of the networks. */
export const networkSettings: Translation = {
  '{1} needs to know: {2}.': '{1} braucht eine Angabe: {2}.',
  'Choose a value for it.': 'Wählen Sie dafür einen Wert.',
  '{1}: the value {2}': '{1}: Der Wert {2}',
  'Choose another value for it.': 'Wählen Sie dafür einen anderen Wert.',
  'must be true or false.': 'muss true oder false sein.',
  'must be a text.': 'muss ein Text sein.',
  'must be one of {1}.': 'muss einer von {1} sein.',
  'is no setting there; the settings are {1}.': 'ist dort keine Einstellung; die Einstellungen sind {1}.',
  'is no setting there: the platform has none.': 'ist dort keine Einstellung: Die Plattform hat keine.',
  Button: 'Schaltfläche',
  'Learn more': 'Mehr erfahren',
  Book: 'Buchen',
  Order: 'Bestellen',
  Shop: 'Einkaufen',
  'Sign up': 'Registrieren',
  Call: 'Anrufen',
  'It opens the link of the post; "Call" dials the number of the location. Without a link there is no other button.':
    'Sie öffnet den Link des Beitrags; „Anrufen“ wählt die Nummer des Standorts. Ohne Link gibt es keine andere Schaltfläche.',
  Flair: 'Flair',
  'The name of one of the community’s flairs. Some communities require one.':
    'Der Name eines Flairs der Community. Manche Communitys verlangen einen.',
  'Not safe for work': 'Nicht jugendfrei (NSFW)',
  Spoiler: 'Spoiler',
  Yes: 'Ja',
  No: 'Nein',
  'in the settings of the network': 'in den Einstellungen des Netzwerks',
  'Who can watch': 'Wer zusehen kann',
  Everyone: 'Alle',
  Friends: 'Freunde',
  Followers: 'Follower',
  'Only the account itself': 'Nur das Konto selbst',
  'Everyone with the link': 'Alle mit dem Link',
  'An app that TikTok has not audited can only post for the account itself.':
    'Eine App, die TikTok nicht geprüft hat, kann nur für das Konto selbst posten.',
  'Allow comments': 'Kommentare erlauben',
  'Allow duets': 'Duette erlauben',
  'Allow stitches': 'Stitches erlauben',
  'Promotes your own business': 'Wirbt für das eigene Unternehmen',
  'Paid partnership': 'Bezahlte Partnerschaft',
  'Made with AI': 'Mit KI erstellt',
  'A paid partnership cannot be posted for the account itself alone.':
    'Eine bezahlte Partnerschaft kann nicht nur für das Konto selbst gepostet werden.',
  'Choose who can watch, or leave the paid partnership out.':
    'Wählen Sie, wer zusehen kann, oder lassen Sie die bezahlte Partnerschaft weg.',
  'A project that Google has not audited can only upload for the account itself.':
    'Ein Projekt, das Google nicht geprüft hat, kann nur für das Konto selbst hochladen.',
  'Made for kids': 'Für Kinder gemacht',
  'YouTube demands an answer for every video.': 'YouTube verlangt für jedes Video eine Antwort.',
  'Notify subscribers': 'Abonnenten benachrichtigen',
};
