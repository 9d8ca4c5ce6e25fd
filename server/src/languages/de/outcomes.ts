import type { Translation } from '../translation.ts';

/** What became of a post, of a request and of a table, as rows keep it: `publishing/`, `platforms/`, `links/`, `drafts/import`. */
export const outcomes: Translation = {
  'Given up after {1} tries in {2} minutes: {3}': 'Aufgegeben nach {1} Versuchen in {2} Minuten: {3}',
  'The worker went silent while it was sending.': 'Der sendende Prozess verstummte mitten im Senden.',
  'The platform reports that nothing was published.': 'Das Netzwerk sagt, dass nichts angekommen ist.',
  'It is unknown whether this was published, and the platform cannot tell. A person must check.':
    'Ob dies hinausging, ist nicht bekannt, und das Netzwerk kann es nicht sagen. Ein Mensch muss nachsehen.',
  'The stored content is not what was approved. Nothing was sent.':
    'Der gespeicherte Inhalt ist nicht der freigegebene. Gesendet wurde nichts.',
  '{1} takes no more posts of {2} for now: its own limit is reached.':
    '{1} nimmt von {2} vorerst keine Beiträge mehr: Die dortige Grenze ist erreicht.',
  '{1} is rate-limiting {2}.': '{1} hat für {2} um eine Pause gebeten.',
  '{1} does not let this service in at present. Nothing is wrong with {2}.':
    '{1} lässt diesen Dienst derzeit nicht hinein. Mit {2} ist alles in Ordnung.',
  '{1} was left out, so that the rest goes on.': '{1} wurde weggelassen, damit der Rest weitergeht.',
  'An account was connected: {1} {2}.': 'Ein Konto wurde verbunden: {1} {2}.',
  'Not by {1}: {2}.': 'Nicht nach {1}: {2}.',
  'The service was restored from a backup of {1}. Check whether this was published after it.':
    'Der Dienst wurde aus einer Sicherung vom {1} wiederhergestellt. Sehen Sie nach, ob dies danach hinausging.',
  'The service was restored from a backup of {1}, and it is unknown whether this was published after it. The platform is queried.':
    'Der Dienst wurde aus einer Sicherung vom {1} wiederhergestellt, und ob dies danach hinausging, ist nicht bekannt. Das Netzwerk wird gefragt.',
  'The service was restored from a backup of {1}, and it is unknown whether this was published after it. A person must check.':
    'Der Dienst wurde aus einer Sicherung vom {1} wiederhergestellt, und ob dies danach hinausging, ist nicht bekannt. Ein Mensch muss nachsehen.',
  '{1} checked, and it was not published: {2}': '{1} hat nachgesehen, und es ist nicht da: {2}',
  'Too many pages are being fetched right now.': 'Gerade werden zu viele Seiten angesehen.',
  'The page has no title.': 'Die Seite hat keinen Titel.',
  'The page answered {1}.': 'Die Seite antwortete mit {1}.',
  'The link leads to {1} and not to a page.': 'Der Link führt zu {1} und nicht zu einer Seite.',
  'something without a type': 'etwas ohne Typ',
  'The page did not answer within {1} seconds.': 'Die Seite antwortete nicht innerhalb von {1} Sekunden.',
  'The page could not be read.': 'Die Seite ließ sich nicht lesen.',
  'Another process is renewing the credentials.': 'Ein anderer Prozess erneuert gerade die Zugangsdaten.',
  '{1} rejects this service for all accounts. {2}': '{1} lässt diesen Dienst nicht hinein, um wessen Konto es auch geht. {2}',
  'The stored credentials cannot be opened: they were changed, or sealed with another master key.':
    'Die gespeicherten Zugangsdaten lassen sich nicht öffnen: Sie wurden verändert oder mit einem anderen Hauptschlüssel versiegelt.',
  '{1} has published the post, but does not list it yet.': '{1} hat den Beitrag veröffentlicht, listet ihn aber noch nicht auf.',
  '{1} still prepares the post.': '{1} bereitet den Beitrag noch vor.',
  'The call was stopped before it began.': 'Der Aufruf wurde abgebrochen, bevor er begann.',
  '{1} of {2} posts of the thread were published. {3}': '{1} von {2} Beiträgen des Threads stehen. {3}',
  '{1} of {2} posts of the thread are published on {3}.': '{1} von {2} Beiträgen des Threads stehen bei {3}.',
  'The Slack app lacks the scope files:write, which pictures need. Add it, then connect the channel again.':
    'Der Slack-App fehlt das Recht files:write, das Bilder brauchen. Geben Sie es ihr, und verbinden Sie den Kanal neu.',
  'The sandbox did not answer in time.': 'Die Sandbox antwortete nicht rechtzeitig.',
  'The sandbox gave two answers that contradict each other.': 'Die Sandbox gab zwei Antworten, die einander widersprechen.',
  'The sandbox gave no answer: {1}': 'Die Sandbox gab keine Antwort: {1}',
  'The sandbox says nothing about it.': 'Die Sandbox sagt nichts darüber.',
  'The sandbox cannot be reached.': 'Die Sandbox ist nicht zu erreichen.',
  'The sandbox does not accept the credentials any more.': 'Die Sandbox nimmt die Zugangsdaten nicht mehr an.',
  'The sandbox refuses this post.': 'Die Sandbox lehnt diesen Beitrag ab.',
  'The sandbox takes no more posts for now.': 'Die Sandbox nimmt vorerst keine Beiträge mehr.',
  'The sandbox answered with status 500.': 'Die Sandbox antwortete mit Status 500.',
  'The connection to the sandbox was reset.': 'Die Verbindung zur Sandbox wurde abgebrochen.',
  'Pictures need a media server. Connect the account again and name one.':
    'Bilder brauchen einen Medienserver. Verbinden Sie das Konto neu und nennen Sie einen.',
  'A relay gave no answer: {1}.': 'Ein Relay gab keine Antwort: {1}.',
  'The relays answered: {1}.': 'Die Relays antworteten: {1}.',
  '{1} says of the container: {2}.': '{1} sagt zum Container: {2}.',
  'Instagram takes {1} posts of the account in 24 hours, and {2} are out.':
    'Instagram nimmt vom Konto {1} Beiträge in 24 Stunden, und {2} sind hinaus.',
  'Bluesky gave no answer.': 'Bluesky gab keine Antwort.',
  'Bluesky gave no answer: {1}': 'Bluesky gab keine Antwort: {1}',
  'Only an owner of the account shares posts with clients.': 'Nur ein Inhaber des Kontos teilt Beiträge mit Kunden.',
  'A client’s approval is advisory here: a member of the account decides.':
    'Hier ist das Ja eines Kunden eine Meinung: Es entscheidet jemand vom Konto.',
  'A member of the account signs each post; your approval is recorded for them.':
    'Was hinausgeht, unterschreibt jemand vom Konto; Ihr Ja ist dafür festgehalten.',
  'Only owners of the account decide here; your yes is on the record for them.':
    'Hier entscheiden nur Inhaber des Kontos; Ihr Ja ist für sie festgehalten.',
  'The person who shared this wrote parts of it; another member of the account decides.':
    'Wer dies geteilt hat, hat Worte darin; ein anderer Mensch des Kontos entscheidet.',
  'There is no platform {1}. Known are {2}.': 'Ein Netzwerk {1} gibt es nicht. Bekannt sind {2}.',
  'Has {1} cells; the heading has {2}.': 'Die Zeile hat {1} Zellen; die Kopfzeile hat {2}.',
  'Has letters that could not be read. Save the table as CSV in UTF-8.':
    'Die Zeile hat Buchstaben, die nicht zu lesen waren. Speichern Sie die Tabelle als CSV in UTF-8.',
  'Has a date and no time. Write it as {1}.': 'Hier steht ein Datum ohne Uhrzeit. Schreiben Sie es als {1}.',
  'The clocks skip this time on that day. Choose another one.':
    'Diese Uhrzeit gibt es an diesem Tag wegen der Zeitumstellung nicht. Wählen Sie eine andere.',
  'There is no row below the heading.': 'Unter der Kopfzeile steht keine Zeile.',
  'At most {1} drafts are made at once, these are {2}.': 'Auf einmal werden höchstens {1} Entwürfe gemacht, dies sind {2}.',
  'A quotation mark is not closed, or is inside a cell without a partner.':
    'Ein Anführungszeichen ist geöffnet und nicht geschlossen, oder es steht allein in einer Zelle.',
  'Has {1} columns. Known are {2}.': 'Die Tabelle hat {1} Spalten. Bekannt sind {2}.',
  'There is no such column. Known are {1}.': 'Eine solche Spalte gibt es nicht. Bekannt sind {1}.',
  'Appears more than once.': 'Diese Spalte steht mehr als einmal da.',
  'This column is missing.': 'Diese Spalte fehlt.',
  '$5, one time: 70 API publication operations, outside the plan allowance.':
    '5 $, einmalig: 70 Veröffentlichungen über die API, zusätzlich zum Plan.',
  '$5: +125 API autopostings, $0.04 per API autoposting.': '5 $: 125 weitere Autoposts über die API, je 0,04 $.',
  'The account is no longer connected.': 'Das Konto ist nicht mehr verbunden.',
  'The figures of this network are not read.': 'Die Zahlen dieses Netzwerks werden nicht gelesen.',
  '{1} did not respond.': '{1} gab keine Antwort.',
  'The post is no longer there.': 'Der Beitrag ist nicht mehr dort.',
  'TikTok has not named the video yet.': 'TikTok hat das Video noch nicht benannt.',
  '{1} does not count this post yet.': '{1} zählt diesen Beitrag noch nicht.',
  'This Google account has no YouTube channel. Create one, or choose another account.':
    'Dieses Google-Konto hat keinen YouTube-Kanal. Legen Sie einen an oder wählen Sie ein anderes Konto.',
  'YouTube takes no post without a video.': 'YouTube nimmt keinen Beitrag ohne Video.',
  'TikTok takes no post without a video.': 'TikTok nimmt keinen Beitrag ohne Video.',
  'YouTube no longer knows this upload.': 'YouTube kennt diesen Upload nicht mehr.',
  'YouTube gave no address for the upload.': 'YouTube gab keine Adresse für den Upload.',
  'YouTube has the video, but did not say which one it is.': 'YouTube hat das Video, sagte aber nicht, welches es ist.',
  'TikTok does not offer this account what was chosen for who can watch.':
    'TikTok bietet diesem Konto nicht an, was bei „Wer zusehen kann“ gewählt wurde.',
  'TikTok still prepares the post.': 'TikTok bereitet den Beitrag noch vor.',
  'TikTok made no post of the video: {1}.': 'TikTok hat aus dem Video keinen Beitrag gemacht: {1}.',
  'X cannot use the video: {1}.': 'X kann das Video nicht verwenden: {1}.',
  'LinkedIn cannot use the video: {1}.': 'LinkedIn kann das Video nicht verwenden: {1}.',
  'must say why, in {1} to {2} characters.': 'muss in {1} bis {2} Zeichen sagen, warum.',
  '{1} lets no program remove this post.': '{1} lässt kein Programm diesen Beitrag entfernen.',
  'Open the post there and delete it by hand.': 'Öffnen Sie den Beitrag dort und löschen Sie ihn von Hand.',
  'The publication is {1}: there is nothing to remove.': 'Die Veröffentlichung ist {1}: Es gibt nichts zu entfernen.',
  'Cancel the post if it has not been sent; if its outcome is unknown, settle that first.':
    'Brechen Sie den Beitrag ab, wenn er noch nicht gesendet wurde; ist sein Ausgang unbekannt, klären Sie diesen zuerst.',
  'Telegram lets no bot remove an album as a whole. Remove it there.':
    'Telegram lässt keinen Bot ein Album als Ganzes entfernen. Entfernen Sie es dort.',
  'Facebook did not take a part of the video.': 'Facebook hat einen Teil des Videos nicht angenommen.',
  'Facebook did not say whether it published the video.': 'Facebook sagte nicht, ob es das Video veröffentlicht hat.',
  '{1} could not read the video.': '{1} konnte das Video nicht lesen.',
};
