import type { Translation } from '../translation.ts';

/** Refusals about accounts, people, agents and what is connected. */
export const refusalsAccess: Translation = {
  'The erasure of this account has begun.': 'Die Löschung dieses Kontos hat begonnen.',
  'The account is called {1}.': 'Das Konto heißt {1}.',
  'The password is easily guessed from your address, your name, your account or the name of this service. Take a few words that have nothing to do with them.':
    'Das Passwort ist aus Ihrer Adresse, Ihrem Namen, Ihrem Konto oder dem Namen dieses Dienstes leicht zu erraten. Nehmen Sie ein paar Wörter, die damit nichts zu tun haben.',
  'The password is easily guessed: it is common, or of a common pattern. Take a few words that do not belong together.':
    'Das Passwort ist leicht zu erraten: Es ist verbreitet oder hat ein verbreitetes Muster. Nehmen Sie ein paar Wörter, die nicht zusammengehören.',
  'Too many attempts. Try again in {1} seconds.': {
    one: 'Zu viele Versuche. In {1} Sekunde geht es wieder.',
    other: 'Zu viele Versuche. In {1} Sekunden geht es wieder.',
  },
  'Too much went wrong at this address a moment ago. Try again in {1} seconds.': {
    one: 'An dieser Adresse ging gerade zu viel schief. In {1} Sekunde geht es wieder.',
    other: 'An dieser Adresse ging gerade zu viel schief. In {1} Sekunden geht es wieder.',
  },
  owner: 'Inhaber',
  approver: 'Freigebender',
  editor: 'Bearbeiter',
  viewer: 'Betrachter',
  'owner or approver or editor or viewer': 'Inhaber, Freigebender, Bearbeiter oder Betrachter',
  'owner or approver or editor': 'Inhaber, Freigebender oder Bearbeiter',
  'owner or approver': 'Inhaber oder Freigebender',
  'This workspace is archived. An owner of the account takes it back into use first.':
    'Dieser Arbeitsbereich ist weggelegt. Zuerst nimmt ihn ein Inhaber des Kontos wieder in Gebrauch.',
  'Your role here is {1}; this needs {2}.': 'Ihre Rolle ist hier: {1}. Nötig ist: {2}.',
  'Only the operator may do this.': 'Das darf nur der Betreiber.',
  'Agents cannot decide; only people can.': 'Agenten entscheiden nie; das muss ein Mensch tun.',
  'Agents cannot manage a workspace; only owners can.': 'Agenten können keinen Arbeitsbereich verwalten; das muss ein Inhaber tun.',
  'Only a signed-in person can do this.': 'Das kann nur ein angemeldeter Mensch.',
  'Agents do not see this; a person of the account does.': 'Agenten sehen das nicht, nur Menschen des Kontos.',
  'The grant does not include {1}; the agent must request it again.': 'Der Zugang enthält {1} nicht; der Agent muss neu fragen.',
  'At least one is needed; revoke the grant to leave none.': 'Mindestens eines ist nötig; um keines zu lassen, entziehen Sie den Zugang.',
  'A sandbox-only grant cannot be extended; the agent must request access again.':
    'Ein Zugang nur für die Sandbox bleibt einer; der Agent muss neu fragen.',
  'The grant is {1}; it cannot be changed any more.': 'Der Zugang lässt sich nicht mehr ändern (Stand: {1}).',
  'You are a member of this account already.': 'Sie sind schon Mitglied dieses Kontos.',
  'Sign in as {1}, then accept.': 'Melden Sie sich als {1} an und nehmen Sie dann an.',
  'The invitation is for {1}.': 'Die Einladung gilt {1}.',
  'Accepted elsewhere just now. Sign in, then accept.': 'Gerade anderswo angenommen. Melden Sie sich an und nehmen Sie dann an.',
  'An account invites at most {1} people an hour.': 'Ein Konto lädt in einer Stunde höchstens {1} Menschen ein.',
  'An address can be invited at most {1} times a day.': 'Niemand wird öfter als {1}-mal am Tag eingeladen.',
  '{1} is a member already.': '{1} ist schon Mitglied.',
  'You are the last owner of this account.': 'Sie sind der letzte Inhaber dieses Kontos.',
  'The invitation was accepted; remove the member instead.': 'Die Einladung wurde angenommen; entfernen Sie stattdessen das Mitglied.',
  'The agent did not ask for {1}.': 'Der Agent hat nicht um {1} gebeten.',
  'At least one is needed; deny the request to give none.': 'Mindestens eines ist nötig; um keines zu geben, lehnen Sie die Anfrage ab.',
  'Name an end that is at the most 366 days away.': 'Nennen Sie ein Ende in höchstens 366 Tagen.',
  'Only a person of an account lets an agent in.': 'Nur ein Mensch eines Kontos lässt einen Agenten herein.',
  'There is no request by this code. Check it with the agent and type it again.':
    'Zu diesem Code gibt es keine Anfrage. Vergleichen Sie ihn mit dem Agenten und geben Sie ihn noch einmal ein.',
  'Agents cannot approve access requests.': 'Agenten lassen nie jemanden herein; das muss ein Mensch tun.',
  'This passkey is registered already.': 'Dieser Passkey ist schon eingetragen.',
  'You have {1} passkeys; remove one first.': 'Sie haben {1} Passkeys; entfernen Sie zuerst einen.',
  'The password must have {1} to {2} characters.': 'Das Passwort muss {1} bis {2} Zeichen haben.',
  'An authenticator app is set up already. Turn it off first to set up another one.':
    'Eine Authenticator-App ist schon eingerichtet. Schalten Sie sie erst aus, um eine andere einzurichten.',
  'There is no authenticator app to confirm. Begin with a new QR code.':
    'Es gibt keine Authenticator-App zu bestätigen. Beginnen Sie mit einem neuen QR-Code.',
  'The authenticator app is confirmed already.': 'Die Authenticator-App ist schon bestätigt.',
  'Recovery codes go with an authenticator app. Set one up first.':
    'Wiederherstellungscodes gehören zu einer Authenticator-App. Richten Sie zuerst eine ein.',
  'Show the second factor that you have, before you add another one.':
    'Zeigen Sie den zweiten Faktor, den Sie haben, bevor Sie einen weiteren hinzufügen.',
  'This needs your password again, and it does not match.': 'Das braucht noch einmal Ihr Passwort, und es stimmt nicht.',
  'The password or the code is not right, or the code was used before.':
    'Das Passwort oder der Code stimmt nicht, oder der Code wurde schon benutzt.',
  'This needs your password together with a code of your app, or a passkey.':
    'Das braucht Ihr Passwort zusammen mit einem Code Ihrer App, oder einen Passkey.',
  'An account can be approved or suspended; nothing leads back to pending.':
    'Ein Konto kann freigegeben oder gesperrt werden; zurück zum Warten führt nichts.',
  'Sign-up is closed. Ask the operator of this service.': 'Hier kann man sich nicht registrieren. Fragen Sie, wer diesen Dienst betreibt.',
  'An account with this address already exists. Sign in with it.':
    'Unter dieser Adresse gibt es hier schon ein Konto. Melden Sie sich damit an.',
  'A request for this address waits already. You get a mail once it is decided.':
    'Zu dieser Adresse wartet schon eine Anfrage. Sie bekommen eine E-Mail, wenn entschieden ist.',
  'That was {1}, but this connection is {2}. Sign in there as {3}, or connect {4} as an account of its own.':
    'Das war {1}, diese Verbindung ist aber {2}. Melden Sie sich dort als {3} an, oder verbinden Sie {4} als eigenes Konto.',
  '{1} has no sign-in of its own; enter what it asks for.': '{1} hat keine eigene Anmeldung; geben Sie ein, wonach gefragt wird.',
  'The amount must be a whole number up to {1}, and not 0.': 'Die Menge muss eine ganze Zahl bis {1} sein, und nicht 0.',
  'The reason must have {1} to {2} characters.': 'Der Grund muss {1} bis {2} Zeichen haben.',
  'The {1} balance has fewer than {2} credits available.': 'Im Topf {1} sind weniger als {2} Credits verfügbar.',
  'There are {1} orders of the last hour that were not paid.': 'Aus der letzten Stunde sind {1} Bestellungen nicht bezahlt.',
  'The quantity must be a whole number from 1 to {1}.': 'Die Anzahl muss eine ganze Zahl von 1 bis {1} sein.',
  'You have read': 'Sie haben zu oft gelesen',
  'You have changed things': 'Sie haben zu oft etwas geändert',
  'Requests without a valid credential came from this address': 'Von dieser Adresse kamen zu viele Anfragen ohne gültigen Ausweis',
  '{1} more than {2} times within a minute. Try again in {3} seconds.':
    '{1}: mehr als {2}-mal in einer Minute. In {3} Sekunden geht es wieder.',
  'At most {1} changes a minute are allowed.': 'Es sind höchstens {1} Änderungen pro Minute erlaubt.',
  'Send at most {1} at once.': 'Senden Sie höchstens {1} auf einmal.',
  'So much that you have sent waits already that others come first. Send less at once.':
    'Von Ihnen wartet schon so viel, dass andere zuerst drankommen. Senden Sie weniger auf einmal.',
  'You already have {1} chats for notifications; remove one first.': 'Sie erfahren es schon in {1} Chats; entfernen Sie zuerst einen.',
  '{1} takes no messages at this address. Make a new one there, and add it here.':
    '{1} nimmt unter dieser Adresse keine Nachrichten an. Legen Sie dort eine neue an und fügen Sie sie hier hinzu.',
  '{1} did not answer, or not as expected. Try it again in a minute.':
    '{1} hat nicht oder nicht wie erwartet geantwortet. Versuchen Sie es in einer Minute noch einmal.',
  '{1} did not respond in time. The test may have arrived: check before you try again.':
    '{1} hat nicht rechtzeitig geantwortet. Die Probe kann angekommen sein: Sehen Sie dort nach, bevor Sie es noch einmal versuchen.',
  'You already have {1} devices for notifications; remove one first.': 'Sie erfahren es schon auf {1} Geräten; entfernen Sie zuerst eines.',
  'This link is invalid or incomplete.': 'Dieser Link ist keiner von uns oder abgeschnitten.',
  'A workspace has {1} endpoints at the most; remove one first.':
    'Ein Arbeitsbereich hat höchstens {1} Endpunkte; entfernen Sie zuerst einen.',
  'The access that this endpoint belongs to has ended.': 'Der Zugang, zu dem dieser Endpunkt gehört, ist beendet.',
  'It is the last workspace of the account in use. Make another one first.':
    'Das ist der letzte Arbeitsbereich des Kontos in Gebrauch. Legen Sie zuerst einen anderen an.',
  'The account has {1} workspaces in use, and may have {2}. Archive one, or ask the operator for more.':
    'Das Konto hat {1} Arbeitsbereiche in Gebrauch und darf {2} haben. Legen Sie einen weg oder bitten Sie den Betreiber um mehr.',
};
