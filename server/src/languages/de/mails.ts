import type { Translation } from '../translation.ts';

/** What is mailed to people: invitations, sign-ups, lost passwords, codes, clients’ links. */
export const mails: Translation = {
  '{1} will be erased on {2}': '{1} wird am {2} gelöscht',
  'An owner has requested that everything of the account be erased: posts, media, connections, access of agents and people.':
    'Ein Inhaber hat angefordert, dass alles von diesem Konto gelöscht wird: Beiträge, Medien, Verbindungen, Zugänge von Agenten und Personen.',
  'Until then an owner can keep the account under Settings. Afterwards nothing can be restored.':
    'Bis dahin kann ein Inhaber das Konto unter „Einstellungen“ behalten. Danach lässt sich nichts wiederherstellen.',
  '{1} is kept': '{1} bleibt bestehen',
  'An owner has taken the request for erasure back.': 'Ein Inhaber hat die Anforderung der Löschung zurückgenommen.',
  'Open the settings': 'Einstellungen öffnen',
  'It answered that it wants nothing more.': 'Sie hat geantwortet, dass sie nichts mehr möchte.',
  'It has taken nothing for three days.': 'Sie hat drei Tage lang nichts angenommen.',
  'Open webhooks': 'Webhooks ansehen',
  'Nothing more is sent to {1}. {2}': 'An {1} wird nichts mehr gesendet. {2}',
  'A webhook was switched off': 'Ein Webhook wurde abgeschaltet',
  '{1} posts': '{1} Beiträge',
  'Changes are ready for review: {1}': 'Die Änderungen sind gemacht: Bitte noch einmal ansehen: {1}',
  'Your approval is requested: {1}': 'Jetzt sind Sie an der Reihe: Bitte ansehen: {1}',
  'The link works until {1}; so does the one you were sent before.': 'Der Link gilt bis {1}; der frühere auch.',
  'Review the post': 'Beitrag ansehen',
  'Review the posts': 'Beiträge ansehen',
  'You get this because {1} shared this with you at': 'Sie bekommen diese Mail, weil {1} dies mit Ihnen geteilt hat auf',
  'The changes you requested from {1} are ready: {2} is waiting for your review.':
    'Sie haben {1} um Änderungen gebeten. Sie sind gemacht: {2} wartet wieder auf Sie.',
  '{1} has reviewed it, and {2} is now waiting for you.': '{1} hat es angesehen, und jetzt wartet {2} auf Sie.',
  '{1} asks you first: {2} is waiting for you.': '{1} fragt Sie zuerst: {2} wartet auf Sie.',
  'The changes you requested from {1} are ready: {2} are waiting for your review.':
    'Sie haben {1} um Änderungen gebeten. Sie sind gemacht: {2} warten wieder auf Sie.',
  '{1} has reviewed them, and {2} are now waiting for you.': '{1} hat sie angesehen, und jetzt warten {2} auf Sie.',
  '{1} asks you first: {2} are waiting for you.': '{1} fragt Sie zuerst: {2} warten auf Sie.',
  '{1} and {2} more.': '{1} und {2} mehr.',
  '{1}.': '{1}.',
  '{1} is your code': '{1} ist Ihr Code',
  'Your code is {1}. It works once, for ten minutes.': 'Ihr Code ist {1}. Er gilt einmal, zehn Minuten lang.',
  'We never ask you for this code. If you did not request it, ignore this mail.':
    'Niemand wird Sie je danach fragen. Haben Sie ihn nicht angefordert, lassen Sie ihn liegen: Ohne ihn geschieht nichts.',
  'You receive this because a code was requested with the link sent to you, at':
    'Sie bekommen diese Mail, weil jemand mit dem Link, der an Sie ging, einen Code angefordert hat auf',
  '{1} asks you to review a post by {2}': '{1} bittet Sie, einen Beitrag von {2} anzusehen',
  '{1} asks you to review {2} posts by {3}': '{1} bittet Sie, {2} Beiträge von {3} anzusehen',
  '{1} of {2} asks you to review a post before it is published.': '{1} von {2} bittet Sie, einen Beitrag anzusehen, bevor er hinausgeht.',
  '{1} of {2} asks you to review {3} posts before they are published.':
    '{1} von {2} bittet Sie, {3} Beiträge anzusehen, bevor sie hinausgehen.',
  'Anyone with this link can see the posts, so do not forward it. To approve or request changes, you confirm with a code sent to this address.':
    'Zum Ansehen genügt dieser Link, behalten Sie ihn also für sich. Um freizugeben oder um Änderungen zu bitten, bekommen Sie einen Code an diese Adresse.',
  'The link works until {1}. If you do not know what this is about, leave it.':
    'Der Link gilt bis {1}. Wissen Sie nicht, worum es geht, lassen Sie ihn liegen.',
  'You get this because {1} typed this address at': 'Sie bekommen diese Mail, weil {1} diese Adresse eingegeben hat auf',
  'Your sign-in to Countersign has changed': 'Ihre Anmeldung bei Countersign hat sich geändert',
  'If that was not you: change your password and sign every other browser out, now.':
    'Waren Sie das nicht: Ändern Sie jetzt Ihr Passwort, und melden Sie alle anderen Browser ab.',
  'Open the security settings': 'Sicherheitseinstellungen öffnen',
  'Your account is ready': 'Ihr Konto ist bereit',
  'Your Countersign account is ready. Sign in with {1} and the password you chose.':
    'Sie haben um ein Konto bei Countersign gebeten. Es ist bereit: Melden Sie sich mit {1} und dem Passwort an, das Sie gewählt haben.',
  'Sign in': 'Anmelden',
  'The operator of this service declined your request.': 'Wer diesen Dienst betreibt, hat entschieden, keines für Sie zu eröffnen.',
  'Reason: {1}': 'Die Begründung: {1}',
  'No account was opened for you': 'Für Sie wurde kein Konto eröffnet',
  'You requested an account on Countersign. {1}': 'Sie haben um ein Konto bei Countersign gebeten. {1}',
  'What you typed is deleted within a month, the password is gone already.':
    'Was Sie eingegeben haben, wird innerhalb eines Monats gelöscht; das Passwort ist es schon.',
  'You receive this because you requested an account at': 'Sie bekommen diese Mail, weil Sie um ein Konto gebeten haben auf',
  'You receive this because this address was entered in the sign-up form of':
    'Sie bekommen diese Mail, weil jemand, vermutlich Sie, diese Adresse bei der Anmeldung eingegeben hat auf',
  'If it was not you, leave it: nothing has happened.': 'Waren Sie das nicht, lassen Sie es liegen: Es ist nichts geschehen.',
  'You can sign in to Countersign already': 'Sie können sich bei Countersign schon anmelden',
  'An account with this address already exists. Sign in with it; you can reset a lost password there.':
    'Jemand mit dieser Adresse hat hier ein Konto. Melden Sie sich damit an; ein verlorenes Passwort lässt sich dort ersetzen.',
  'Your request for an account waits': 'Ihre Bitte um ein Konto wartet',
  'Your account request is already pending. The operator reviews it, and you will get a mail.':
    'Sie haben schon um ein Konto gebeten. Wer diesen Dienst betreibt, sieht sie sich an, und Sie bekommen eine Mail.',
  'Go on with your sign-up for Countersign': 'Weiter mit Ihrem Konto bei Countersign',
  'Your address is confirmed. Continue with the link: enter your name and choose a password.':
    'Diese Adresse gehört Ihnen, wenn Sie das lesen können. Machen Sie mit dem Link weiter: Sagen Sie, wie Sie heißen, und wählen Sie ein Passwort.',
  'It works once, until {1}. {2}': 'Er gilt einmal, bis {1}. {2}',
  'Go on': 'Weiter',
  'Your password was changed.': 'Ihr Passwort wurde geändert.',
  'An authenticator app was set up: sign-in asks for its code from now on.':
    'Eine Authenticator-App wurde eingerichtet: Die Anmeldung fragt von jetzt an nach ihrem Code.',
  'The authenticator app and its recovery codes were removed: sign-in asks for the password alone.':
    'Die Authenticator-App und ihre Wiederherstellungscodes wurden entfernt: Die Anmeldung fragt nur noch nach dem Passwort.',
  'The operator removed your authenticator app, recovery codes and passkeys and signed every browser out.':
    'Der Betreiber hat Ihre Authenticator-App, Wiederherstellungscodes und Passkeys entfernt und alle Browser abgemeldet.',
  'Set up a new second factor.': 'Richten Sie einen neuen zweiten Faktor ein.',
  'Your password was replaced by a link for lost passwords, and every browser was signed out.':
    'Ihr Passwort wurde über einen Link für verlorene Passwörter ersetzt, und alle Browser wurden abgemeldet.',
  'A new password for Countersign': 'Ein neues Passwort für Countersign',
  'A password reset was requested for this address.': 'Jemand, vermutlich Sie, hat um ein neues Passwort für diese Adresse gebeten.',
  'The link works once, until {1}. If it was not you, leave it: nothing has changed.':
    'Der Link gilt einmal, bis {1}. Waren Sie das nicht, lassen Sie ihn liegen: Es hat sich nichts geändert.',
  'Choose a new password': 'Neues Passwort wählen',
  'A passkey was added: it signs in without the password.': 'Ein Passkey wurde hinzugefügt: Er meldet ohne Passwort an.',
  'A passkey was removed: it opens nothing any more.': 'Ein Passkey wurde entfernt: Er öffnet nichts mehr.',
  '{1} invites you to {2}': '{1} lädt Sie zu {2} ein',
  '{1} invites you as {2} to {3} on Countersign.': '{1} lädt Sie als {2} zu {3} bei Countersign ein.',
  'The link works once, until {1}. If you do not know what this is about, leave it.':
    'Der Link gilt einmal, bis {1}. Wissen Sie nicht, worum es geht, lassen Sie ihn liegen.',
  'Accept the invitation': 'Einladung annehmen',
  owner: 'Inhaber',
  approver: 'Freigeber',
  editor: 'Redakteur',
  viewer: 'Betrachter',
  'Hello {1},': 'Guten Tag {1},',
  'Hello,': 'Guten Tag,',
  'You get this because of your account at': 'Sie bekommen diese Mail wegen Ihres Kontos auf',
  'Notification settings': 'Benachrichtigungseinstellungen',
  'Stop mails like this one': 'Solche Mails abbestellen',
};
