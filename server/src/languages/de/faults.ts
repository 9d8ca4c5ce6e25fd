import type { Translation } from '../translation.ts';

/** What goes wrong while an account is connected or an address is called, `platforms/` and `outbound/`. */
export const faults: Translation = {
  '{1} needs no "{2}"; give {3}.': '{1} braucht kein „{2}“; nennen Sie {3}.',
  '"{1}" must be a text of one line.': '„{1}“ muss ein Text von einer Zeile sein.',
  '{1} needs "{2}": {3}. {4}': '{1} braucht „{2}“: {3}. {4}',
  'There is nothing to connect.': 'Zu verbinden gibt es nichts.',
  '{1} gave no refresh token. Connect the account again.': '{1} gab kein Erneuerungstoken. Verbinden Sie das Konto neu.',
  '{1} shows this service nothing that you may post to. Create it there first.':
    '{1} zeigt diesem Dienst nichts, wo Sie posten dürfen. Legen Sie dort zuerst etwas an.',
  '{1} has several with the name "{2}". Enter one of their ids instead: {3}.':
    'Bei {1} heißen mehrere „{2}“. Geben Sie stattdessen eine ihrer IDs ein: {3}.',
  '{1} has no "{2}" that you may post to. There is: {3}.': 'Bei {1} gibt es kein „{2}“, wo Sie posten dürfen. Es gibt: {3}.',
  'And {1} more.': 'Und {1} weitere.',
  'VK sent no device id back. Begin again.': 'VK hat keine Geräte-ID zurückgeschickt. Beginnen Sie neu.',
  'Google allows no posts for "{1}". Check there whether the location is verified.':
    'Google lässt für „{1}“ keine Beiträge zu. Prüfen Sie dort, ob der Standort bestätigt ist.',
  'Google rejected the post: it breaks the policy for posts of business profiles.':
    'Google hat den Beitrag abgelehnt: Er verstößt gegen die Richtlinie für Beiträge von Unternehmensprofilen.',
  'r/{1} has no flair "{2}". There is: {3}.': 'r/{1} hat keinen Flair „{2}“. Es gibt: {3}.',
  '"subreddit" must be the name of a community, for instance "r/harbour".':
    '„subreddit“ muss der Name einer Community sein, zum Beispiel „r/harbour“.',
  'u/{1} is banned from {2}.': 'u/{1} ist aus {2} ausgeschlossen.',
  'Only approved users post to {1}. Ask its moderators to approve u/{2}.':
    'In {1} posten nur zugelassene Personen. Bitten Sie die Moderatoren, u/{2} zuzulassen.',
  'r/{1} is closed to u/{2}.': 'r/{1} ist für u/{2} geschlossen.',
  'Reddit has no r/{1}. Check how it is written.': 'Bei Reddit gibt es kein r/{1}. Prüfen Sie die Schreibweise.',
  '{1} requires a flair on every post.': '{1} verlangt bei jedem Beitrag einen Flair.',
  '{1} takes no text below the title.': '{1} nimmt keinen Text unter dem Titel.',
  '{1} requires a text below the title.': '{1} verlangt einen Text unter dem Titel.',
  '{1} requires at least {2} characters in the title.': '{1} verlangt mindestens {2} Zeichen im Titel.',
  '{1} requires at least {2} characters of text.': '{1} verlangt mindestens {2} Zeichen Text.',
  '{1} does not accept "{2}".': '{1} nimmt „{2}“ nicht an.',
  '{1} requires one of these in a post: {2}.': '{1} verlangt in einem Beitrag eines davon: {2}.',
  'WordPress rejects the application password. Create a new one under Users, Profile; the login password does not work here.':
    'WordPress sagt, das Anwendungspasswort sei falsch. Legen Sie unter Benutzer, Profil ein neues an; das Passwort zum Anmelden gilt hier nicht.',
  'WordPress has no user with this name.': 'WordPress kennt niemanden mit diesem Benutzernamen.',
  'WordPress has no user with this e-mail address.': 'WordPress kennt niemanden mit dieser E-Mail-Adresse.',
  'WordPress rejects the user name or the application password. Create a new password under Users, Profile; the login password does not work here. If both are right, the web server of the site drops the Authorization header.':
    'WordPress sagt, der Benutzername oder das Anwendungspasswort sei falsch. Legen Sie unter Benutzer, Profil ein neues an; das Passwort zum Anmelden gilt hier nicht. Stimmt es, so lässt der Webserver der Website den Authorization-Header weg.',
  'The user may not publish posts. Use an author, an editor or an administrator.':
    'Der Benutzer darf keine Beiträge veröffentlichen. Nehmen Sie einen Autor, Redakteur oder Administrator.',
  '"site" must be the address of the site, for instance "https://example.org".':
    '„Website“ muss die Adresse der Website sein, etwa „https://example.org“.',
  '{1} wants the picture put at something that is no address.': '{1} will das Bild an einer Stelle, die keine Adresse ist.',
  '"{1}" must be the address of a server, for instance "{2}".': '„{1}“ muss die Adresse eines Servers sein, etwa „{2}“.',
  '"botToken" must be as @BotFather gave it, for instance "110201543:AAHdq…".':
    '„Bot-Token“ muss so sein, wie @BotFather es gab, etwa „110201543:AAHdq…“.',
  'The bot may not post there. Make it an administrator that may post messages.':
    'Der Bot darf dort nicht posten. Machen Sie ihn zum Administrator, der Nachrichten senden darf.',
  '"channel" must be the id of a channel, for instance "C0123456789".': '„Kanal-ID“ muss die ID eines Kanals sein, etwa „C0123456789“.',
  'Leave "feed" out; the sandbox opens a new one for each connection.':
    'Lassen Sie „feed“ weg; die Sandbox öffnet für jede Verbindung einen neuen.',
  'The sandbox knows no "{1}"; it takes {2}.': 'Die Sandbox kennt kein „{1}“; sie nimmt {2}.',
  '"handle" must be 1 to 64 letters, digits, dots or dashes.':
    '„Name“ muss aus 1 bis 64 Buchstaben, Ziffern, Punkten oder Strichen bestehen.',
  '"feed" must be a text.': '„feed“ muss ein Text sein.',
  '"failure" must be one of {1}.': '„failure“ muss eines davon sein: {1}.',
  '"times" must be a whole number from 1.': '„times“ muss eine ganze Zahl ab 1 sein.',
  'The operator must register this service at {1} and set {2}_CLIENT_ID and {3}_CLIENT_SECRET.':
    'Der Betreiber muss diesen Dienst bei {1} anmelden und {2}_CLIENT_ID und {3}_CLIENT_SECRET setzen.',
  'The operator must set PUBLIC_URL to an https:// address that is reachable from the internet; it is {1}.':
    'Der Betreiber muss PUBLIC_URL auf eine https://-Adresse setzen, die aus dem ganzen Internet zu erreichen ist; sie ist {1}.',
  '"secretKey" must be a secret key that begins with "nsec1".':
    '„Geheimer Schlüssel“ muss ein geheimer Schlüssel sein, der mit „nsec1“ beginnt.',
  '"relays" must name 1 to {1} relays.': '„Relays“ muss 1 bis {1} Relays nennen.',
  '"relays" must be addresses that begin with wss://, for instance "wss://nos.lol", not "{1}".':
    '„Relays“ müssen Adressen sein, die mit wss:// beginnen, etwa „wss://nos.lol“, nicht „{1}“.',
  'None of the relays can be reached: {1}.': 'Keines der Relays ist zu erreichen: {1}.',
  'You let us into no page. Begin again and pick at least one page at Facebook.':
    'Sie haben uns in keine Seite gelassen. Beginnen Sie von vorn und wählen Sie bei Facebook mindestens eine Seite.',
  '"channelId" must be a number; turn on Developer Mode to copy it.':
    '„Kanal-ID“ muss eine Zahl sein; schalten Sie zum Kopieren den Entwicklermodus ein.',
  '"identifier" must be the handle, for instance "harbour.bsky.social".':
    '„Name“ muss der Name des Kontos sein, etwa „harbour.bsky.social“.',
  '"appPassword" must be an app password from Settings, Privacy and security, App passwords.':
    '„App-Passwort“ muss ein App-Passwort aus Einstellungen, Privatsphäre und Sicherheit, App-Passwörter sein.',
  'Bluesky does not accept the handle and app password. Check both, or make a new app password.':
    'Bluesky nimmt Name und App-Passwort nicht an. Prüfen Sie beide, oder legen Sie ein neues App-Passwort an.',
  'Bluesky asks for a code as well. Make an app password, which needs none, and give that.':
    'Bluesky fragt auch nach einem Code. Legen Sie ein App-Passwort an, das keinen braucht, und geben Sie dieses ein.',
  'Bluesky has taken the account down.': 'Bluesky hat das Konto entfernt.',
  'Bluesky has suspended the account.': 'Bluesky hat das Konto gesperrt.',
  'The account is deactivated at Bluesky.': 'Das Konto ist bei Bluesky deaktiviert.',
  'Bluesky has had too many sign-ins of this account or from here. Try again later.':
    'Bluesky hatte zu viele Anmeldungen dieses Kontos oder von hier. Versuchen Sie es später noch einmal.',
  'There is no Bluesky server at that address, or it does not answer. Check the address, or try again later.':
    'Unter dieser Adresse ist kein Bluesky-Server, oder er antwortet nicht. Prüfen Sie die Adresse, oder versuchen Sie es später noch einmal.',
  "That is the account's own password. Make an app password under Settings, Privacy and security, and give that.":
    'Das ist das Passwort des Kontos selbst. Legen Sie unter Einstellungen, Privatsphäre und Sicherheit ein App-Passwort an, und geben Sie dieses ein.',
  'The account is suspended or deactivated.': 'Das Konto ist gesperrt oder deaktiviert.',
  'The Bluesky account is suspended or deactivated.': 'Das Konto bei Bluesky ist gesperrt oder deaktiviert.',
  'The call was stopped.': 'Der Aufruf wurde abgebrochen.',
  '{1} answered: status {2} and no reason': '{1} antwortete: Status {2}, ohne Grund',
  '{1} answered: {2}': '{1} antwortete: {2}',
  '{1} does not accept what was entered. Check it, or make a new one there.':
    '{1} nimmt das Eingegebene nicht an. Prüfen Sie es, oder legen Sie dort ein neues an.',
  '{1} has had too many calls just now. Try again later.': '{1} hatte gerade zu viele Aufrufe. Versuchen Sie es später noch einmal.',
  'There is no {1} at that address. Check how it is written.': 'Unter dieser Adresse ist kein {1}. Prüfen Sie, wie sie geschrieben ist.',
  '{1} has a fault of its own (status {2}). Check the address, or try again later.':
    '{1} hat selbst einen Fehler (Status {2}). Prüfen Sie die Adresse, oder versuchen Sie es später noch einmal.',
  '{1} refused, or is something else (status {2}). Check the address, or try again later.':
    '{1} lehnte ab oder ist etwas anderes (Status {2}). Prüfen Sie die Adresse, oder versuchen Sie es später noch einmal.',
  '{1} did not respond. {2}': '{1} gab keine Antwort. {2}',
  '{1} gave an answer that makes no sense: it has no {2}.': '{1} gab eine Antwort ohne Sinn: {2} fehlt.',
  'Only addresses that begin with https:// or http:// are called.':
    'Aufgerufen werden nur Adressen, die mit https:// oder http:// beginnen.',
  'The address leads to this service itself.': 'Die Adresse führt zu diesem Dienst selbst.',
  '{1} is not on the public internet.': '{1} ist nicht im öffentlichen Internet.',
  'The address of {1} must begin with {2}//.': 'Die Adresse von {1} muss mit {2}// beginnen.',
  'The address leads to port {1}; only the usual web ports are opened.':
    'Die Adresse führt zu Port {1}; geöffnet werden nur die üblichen Ports des Webs.',
  'The address leads from one to the next without end.': 'Die Adresse führt ohne Ende von einer zur nächsten.',
  'The address leads to port {1}, which is never called.': 'Die Adresse führt zu Port {1}, und der wird nie aufgerufen.',
  'The response has an unsupported content encoding.': 'Die Antwort ist auf eine Weise gepackt, um die niemand bat.',
  'The answer ended in the middle or could not be unpacked.': 'Die Antwort brach mittendrin ab oder ließ sich nicht entpacken.',
  'The answer is larger than {1} bytes.': 'Die Antwort ist größer als {1} Bytes.',
  'This is no address, or it leads to something that is none.': 'Das ist keine Adresse, oder es führt zu etwas, das keine ist.',
  'The address leads to something that is no web page.': 'Die Adresse führt zu etwas, das keine Webseite ist.',
  'The address carries a user name or password.': 'In der Adresse steht ein Benutzername oder ein Passwort.',
  'It took too long.': 'Es hat zu lange gedauert.',
  'It could not be reached.': 'Es war nicht zu erreichen.',
  'It broke off before it answered.': 'Die Verbindung brach vor der Antwort ab.',
  'It answered {1}.': 'Die Antwort war {1}.',
  'It answered 410: it wants nothing more.': 'Die Antwort war 410: Es will nichts mehr haben.',
  'It did not send the challenge back.': 'Die Prüfanfrage kam nicht zurück.',
  'Lemmy does not accept the name and password.': 'Lemmy nimmt Name und Passwort nicht an.',
  'The account has two-factor authentication: enter the current code too.':
    'Das Konto hat Zwei-Faktor-Authentifizierung: Geben Sie auch den aktuellen Code ein.',
  'Lemmy does not accept the code. Enter the current one.': 'Lemmy nimmt den Code nicht an. Geben Sie den aktuellen ein.',
  "Enter the account's password. It is used once and not stored.":
    'Geben Sie das Passwort des Kontos ein. Es wird einmal gebraucht und nicht gespeichert.',
  'The account cannot sign in yet: its address or its application is not confirmed.':
    'Das Konto kann sich noch nicht anmelden: Seine Adresse oder sein Antrag ist nicht bestätigt.',
  'Lemmy has ended the session. Connect the account again.': 'Lemmy hat die Sitzung beendet. Verbinden Sie das Konto neu.',
  'The server knows no community {1}. Open it there once, or write its server too, as in harbour@lemmy.world.':
    'Der Server kennt keine Community {1}. Öffnen Sie sie dort einmal, oder schreiben Sie ihren Server dazu, wie in harbour@lemmy.world.',
  'Only its moderators may post in {1}.': 'In {1} dürfen nur die Moderatoren veröffentlichen.',
  'The account may not post to the blog any more.': 'Das Konto darf auf dem Blog nicht mehr veröffentlichen.',
  'The account has no blog at Hashnode. Make one there first.': 'Das Konto hat kein Blog bei Hashnode. Legen Sie dort zuerst eines an.',
  '"publication" must be the address of one of the account\'s blogs: {1}.': '„Blog“ muss die Adresse eines Blogs des Kontos sein: {1}.',
  'The blog is not on Hashnode Pro, which publishing through the API needs. Upgrade it there.':
    'Das Blog hat kein Hashnode Pro, das zum Veröffentlichen über die API nötig ist. Buchen Sie es dort.',
  'Hashnode takes pictures of at most 8 MB.': 'Hashnode nimmt Bilder von höchstens 8 MB.',
  '"adminKey" must be an Admin API key: an id, a colon, and 64 more characters.':
    '„Admin-API-Schlüssel“ muss aus einer ID, einem Doppelpunkt und 64 weiteren Zeichen bestehen.',
  'Ghost does not accept the key. Copy the Admin API key of the custom integration again.':
    'Ghost nimmt den Schlüssel nicht an. Kopieren Sie den Admin-API-Schlüssel der eigenen Integration noch einmal.',
};
