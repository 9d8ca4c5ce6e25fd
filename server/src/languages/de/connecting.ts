import type { Translation } from '../translation.ts';

/** What is asked for to connect an account, `platforms/`. */
export const connecting: Translation = {
  'Facebook page': 'Facebook-Seite',
  Handle: 'Name',
  'The account’s name there.': 'Der Name des Kontos dort.',
  'App password': 'App-Passwort',
  'Made at Bluesky under Settings, Privacy and security, App passwords. Not the account’s own password.':
    'Bei Bluesky unter Einstellungen, Privatsphäre und Sicherheit, App-Passwörter anzulegen. Nicht das Passwort des Kontos selbst.',
  Server: 'Server',
  'Leave it as it is unless the account lives elsewhere.': 'Lassen Sie es so, außer das Konto ist anderswo.',
  'The address of the server that the account lives on.': 'Die Adresse des Servers, auf dem das Konto ist.',
  'Bot token': 'Bot-Token',
  'From the developer portal, under Bot. Invite the bot to the server first.':
    'Aus dem Entwicklerportal, unter Bot. Laden Sie den Bot zuerst auf den Server ein.',
  'Channel id': 'Kanal-ID',
  'Right-click the channel, Copy Channel ID. The bot needs View Channel, Send Messages and Read Message History.':
    'Rechtsklick auf den Kanal, „Kanal-ID kopieren“. Der Bot braucht die Rechte View Channel, Send Messages und Read Message History.',
  'Access token': 'Zugriffstoken',
  'Made there under Preferences, Development, New application, with read:accounts, read:statuses, write:statuses and write:media.':
    'Dort unter Einstellungen, Entwicklung, Neue Anwendung anzulegen, mit read:accounts, read:statuses, write:statuses und write:media.',
  'Secret key': 'Geheimer Schlüssel',
  'The account’s nsec. Whoever holds it is the account, so make an account of its own for this where you can.':
    'Der nsec des Kontos. Wer ihn hat, ist das Konto; legen Sie dafür möglichst ein eigenes an.',
  Relays: 'Relays',
  'Where posts are sent to, with commas between them.': 'Wohin Beiträge gesendet werden, durch Kommas getrennt.',
  'Media server': 'Medienserver',
  'Where pictures are put: a Blossom server. Without one, posts with pictures are refused.':
    'Wo Bilder abgelegt werden: ein Blossom-Server. Ohne ihn werden Beiträge mit Bildern abgelehnt.',
  'From the app’s page under OAuth & Permissions, with the scopes chat:write and, for pictures, files:write. It begins with xoxb-.':
    'Von der Seite der App unter OAuth & Permissions, mit den Rechten chat:write und, für Bilder, files:write. Es beginnt mit xoxb-.',
  'At the bottom of the channel’s details. Invite the app to the channel first.':
    'Unten in den Angaben zum Kanal. Laden Sie die App zuerst in den Kanal ein.',
  'From @BotFather, after /newbot.': 'Von @BotFather, nach /newbot.',
  'Channel or group': 'Kanal oder Gruppe',
  'Its public name, or its number. The bot has to be an administrator of a channel, or a member of a group.':
    'Der öffentliche Name oder die Nummer. Der Bot muss Administrator des Kanals oder Mitglied der Gruppe sein.',
  Site: 'Website',
  'The address of the site.': 'Die Adresse der Website.',
  User: 'Benutzer',
  'An author, an editor or an administrator of the site.': 'Ein Autor, Redakteur oder Administrator der Website.',
  'Application password': 'Anwendungspasswort',
  'Made there under Users, Profile, Application Passwords. Not the password for signing in.':
    'Dort unter Benutzer, Profil, Anwendungspasswörter anzulegen. Nicht das Passwort zum Anmelden.',
  'User name': 'Benutzername',
  'The account’s name there, without the server.': 'Der Name des Kontos dort, ohne den Server.',
  Password: 'Passwort',
  'Used once for signing in, and not stored: the session is.':
    'Wird einmal zum Anmelden gebraucht und nicht gespeichert; gespeichert wird die Sitzung.',
  'Two-factor code': 'Zwei-Faktor-Code',
  'The current code, if the account has two-factor authentication.': 'Der aktuelle Code, wenn das Konto Zwei-Faktor-Authentifizierung hat.',
  Community: 'Community',
  'Where posts are published; with its server if it is on another one.':
    'Wo Beiträge veröffentlicht werden; mit ihrem Server, wenn sie auf einem anderen ist.',
  'The name of the blog; left empty, the account’s primary blog. To use several blogs, connect each of them.':
    'Der Name des Blogs; leer gelassen das Hauptblog des Kontos. Um mehrere Blogs zu nutzen, verbinden Sie jedes.',
  'API key': 'API-Schlüssel',
  'Made at dev.to under Settings, Extensions, DEV Community API Keys.':
    'Bei dev.to unter Settings, Extensions, DEV Community API Keys anzulegen.',
  'Personal access token': 'Persönliches Zugriffstoken',
  'Made at Hashnode under Account Settings, Developer. The blog needs Hashnode Pro.':
    'Bei Hashnode unter Account Settings, Developer anzulegen. Das Blog braucht Hashnode Pro.',
  Blog: 'Blog',
  'The address of the blog, if the account has more than one.': 'Die Adresse des Blogs, wenn das Konto mehrere hat.',
  Subreddit: 'Subreddit',
  'The name of the community that is posted to. To use several, connect each of them.':
    'Der Name der Community, in der gepostet wird. Für mehrere verbinden Sie jede einzeln.',
  Location: 'Standort',
  'The name of the business location that is posted to. To use several, connect each of them.':
    'Der Name des Unternehmensstandorts, für den gepostet wird. Für mehrere verbinden Sie jeden einzeln.',
  'The name of the community that is posted to. Leave it empty for the person’s own wall.':
    'Der Name der Community, in der gepostet wird. Leer für die eigene Pinnwand der Person.',
  Board: 'Pinnwand',
  'The name of the board that pins are saved to. To use several boards, connect each of them.':
    'Der Name der Pinnwand, auf der Pins gemerkt werden. Für mehrere Pinnwände verbinden Sie jede einzeln.',
  'API URL': 'API-URL',
  'Shown there with the key, for instance https://harbour.ghost.io.': 'Wird dort beim Schlüssel gezeigt, etwa https://harbour.ghost.io.',
  'Admin API key': 'Admin-API-Schlüssel',
  'Of a custom integration, made there under Settings, Integrations. Not the Content API key.':
    'Von einer eigenen Integration, dort unter Settings, Integrations anzulegen. Nicht der Content-API-Schlüssel.',
};
