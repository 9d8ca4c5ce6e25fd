import type { Translation } from '../translation.ts';

/** What people are told in the console’s bell, and by mail, push and chat. */
export const news: Translation = {
  '“{1}” for {2}': '„{1}“ für {2}',
  'After one hour without a decision, your approval is requested: {1}.':
    'Seit einer Stunde hat niemand entschieden, jetzt werden Sie gefragt: {1}.',
  'After {1} hours without a decision, your approval is requested: {2}.':
    'Seit {1} Stunden hat niemand entschieden, jetzt werden Sie gefragt: {2}.',
  'Waiting for {1} hours for a decision: {2}.': 'Wartet seit {1} Stunden auf eine Entscheidung: {2}.',
  'Must be approved before {1} to be published on time: {2}.': 'Geht nur hinaus, wenn es vor {1} freigegeben wird: {2}.',
  'Expires on {1} without a decision: {2}.': 'Verfällt {1}, wenn niemand entscheidet: {2}.',
  '1 waits for a decision': '1 wartet auf eine Entscheidung',
  '{1} wait for a decision': '{1} warten auf eine Entscheidung',
  '1 is planned for this week': '1 ist für diese Woche geplant',
  '{1} are planned for this week': '{1} sind für diese Woche geplant',
  '{1} could not be published': { one: '{1} konnte nicht veröffentlicht werden', other: '{1} konnten nicht veröffentlicht werden' },
  '{1}, last week: {2}.': '{1}, letzte Woche: {2}.',
  'nothing went out': 'nichts ging hinaus',
  '1 post went out': '1 Beitrag ging hinaus',
  '{1} posts went out': '{1} Beiträge gingen hinaus',
  'An agent': 'Ein Agent',
  'The changes are ready for review: {1}.': 'Die Änderungen sind gemacht: Sehen Sie {1} noch einmal an.',
  'It changed after your review: {1} waits again.': 'Es hat sich geändert, seit Sie es gesehen haben: {1} wartet wieder.',
  '{1} requests your approval: {2}.': '{1} bittet um Ihre Freigabe: {2}.',
  Someone: 'Jemand',
  '“{1}”': '„{1}“',
  '{1} approved {2}.': '{1} hat {2} freigegeben.',
  '{1} rejected {2}.': '{1} hat {2} abgelehnt.',
  '{1} asks for changes to {2}.': '{1} bittet um Änderungen an {2}.',
  'The approval request for {1} expired. Submit it again if it should still be published.':
    'Über {1} hat niemand rechtzeitig entschieden. Reichen Sie es neu ein, wenn es noch hinausgehen soll.',
  '“{1}” is approved and cannot go out yet. {2} {3}': '„{1}“ ist freigegeben und kann noch nicht hinausgehen. {2} {3}',
  '{1} put {2} on hold: “{3}” It is published once a person releases it.':
    '{1} hält {2} zurück: „{3}“ Es geht hinaus, sobald es jemand freigibt.',
  'It is unknown whether {1} was published on {2}. It is never sent twice; check there, and record what you find.':
    'Noch weiß niemand, ob {1} auf {2} steht. Es wird nie ein zweites Mal gesendet; sehen Sie dort nach, und sagen Sie es.',
  '{1} is out on {2}.': '{1} ist veröffentlicht auf {2}.',
  '{1} is no longer on {2}. It was removed there, not by this service.':
    '{1} ist nicht mehr auf {2}. Der Beitrag wurde dort entfernt, nicht von diesem Dienst.',
  '{1} on {2} differs from what was signed. Compare the two, and check who else has access to the account.':
    '{1} auf {2} weicht von dem ab, was unterschrieben wurde. Vergleichen Sie beides und prüfen Sie, wer sonst Zugriff auf das Konto hat.',
  '{1} could not be published on {2}.': '{1} konnte nicht veröffentlicht werden auf {2}.',
  '{1} is out on {2}, and could not be published on {3}.': '{1} ist veröffentlicht auf {2} und konnte nicht veröffentlicht werden auf {3}.',
  '{1} lets us in as {2} no more. What goes there waits until the account is connected again.':
    '{1} lässt uns als {2} nicht mehr hinein. Was dorthin geht, wartet, bis das Konto neu verbunden ist.',
  '{1} has problems with {2}. It is retried; check it if that continues.':
    '{1} macht Schwierigkeiten mit {2}. Es wird wieder versucht; sehen Sie nach, wenn es so bleibt.',
  'It was revoked.': 'Sie wurde widerrufen.',
  'One of its posts was rejected.': 'Jemand hat einen Beitrag davon abgelehnt.',
  'Its time was over.': 'Ihre Zeit war um.',
  'The person who signed it is no longer an approver there.': 'Wer sie unterschrieben hat, entscheidet dort nicht mehr.',
  'Its template allowed combinations of words that no signed post had; a stricter one is proposed.':
    'Die Vorlage ließ Wortkombinationen zu, die in keinem unterschriebenen Beitrag vorkamen; eine strengere wird vorgeschlagen.',
  'The agent has no access any more.': 'Der Agent hat keinen Zugang mehr.',
  'Your standing approval for posts of {1} has ended. {2} They need your approval again.':
    'Ihre Dauerfreigabe für Beiträge von {1} ist beendet. {2} Sie werden wieder danach gefragt.',
  '{1} of {2} posts of one kind by {3} were approved as they were. You can let such posts go out by themselves, within limits.':
    '{1} von {2} Beiträgen einer Art von {3} wurden unverändert freigegeben. Sie können solche Beiträge von selbst hinausgehen lassen, in Grenzen.',
  'An owner': 'Ein Inhaber',
  '{1} archived {2}: it is read-only and publishes nothing.':
    '{1} hat {2} archiviert: Dort geht nichts mehr hinaus. Lesen lässt es sich weiterhin.',
  '{1} restored {2}. Nothing is published there until an owner resumes it.':
    '{1} nimmt {2} wieder in Gebrauch. Dort geht nichts hinaus, bevor ein Inhaber es wieder freigibt.',
  'The service was restored from a backup of {1}. Nothing is published until you release it.':
    'Der Dienst wurde aus einer Sicherung vom {1} wiederhergestellt. Für niemanden geht etwas hinaus, bevor Sie ihn freigeben.',
  'Publishing was stopped for every customer at {1}. Nothing is published until it is resumed.':
    'Das Veröffentlichen wurde für alle Kunden angehalten: {1}. Nichts geht hinaus, bevor es wieder freigegeben ist.',
  'Reason: {1}': 'Der genannte Grund: {1}',
  'Customers have connected real accounts, but nothing is published there: one launch step is not signed.':
    'Kunden haben Konten echter Netzwerke verbunden, und dort geht nichts hinaus: Ein Schritt zum Start ist nicht unterschrieben.',
  'Customers have connected real accounts, but nothing is published there: {1} launch steps are not signed.':
    'Kunden haben Konten echter Netzwerke verbunden, und dort geht nichts hinaus: {1} Schritte zum Start sind nicht unterschrieben.',
  'One due post is not being processed, since {1}.': 'Ein Beitrag ist fällig, und niemand hat begonnen, seit {1}.',
  '{1} due posts are not being processed, the oldest since {2}.': '{1} Beiträge sind fällig, und niemand hat begonnen, der erste seit {2}.',
  'Check that a worker is running, and its log.': 'Sehen Sie nach, ob ein Worker läuft und was sein Protokoll sagt.',
  'One mail could not be sent, since {1}.': 'Eine Mail wurde nicht übergeben, seit {1}.',
  '{1} mails could not be sent, the oldest since {2}.': '{1} Mails wurden nicht übergeben, die erste seit {2}.',
  'Check that the mail server responds.': 'Sehen Sie nach, ob der Mailserver antwortet.',
  'Customers have connected {1} accounts, but this service is no longer registered there. Set {2}, and restart.':
    'Kunden haben Konten von {1} verbunden, und dieser Dienst ist dort nicht mehr registriert. Setzen Sie {2}, und starten Sie neu.',
  'Credits for publications with an approval are running low: {1} left. Without any, what is approved waits.':
    'Die Credits für Veröffentlichungen mit Freigabe gehen zur Neige: {1} übrig. Ohne sie wartet, was freigegeben ist.',
  'Credits for autopostings are running low: {1} left. Without any, what is approved waits.':
    'Die Credits für automatische Veröffentlichungen gehen zur Neige: {1} übrig. Ohne sie wartet, was freigegeben ist.',
  '{1} credits were bought: {2} × {3} for {4}.': '{1} Credits wurden gekauft: {2} × {3} für {4}.',
  '{1} credits of a payment that was given back: {2} taken, {3} were used already.':
    '{1} Credits einer zurückgegebenen Zahlung: {2} abgezogen, {3} waren schon verbraucht.',
  '{1} credits of a payment that was given back: {2} taken.': '{1} Credits einer zurückgegebenen Zahlung: {2} abgezogen.',
  'The payment of an order of credits is disputed. The credits stay until the bank has decided.':
    'Die Zahlung für eine Bestellung von Credits wird bestritten. Die Credits bleiben, bis die Bank entschieden hat.',
  'The dispute of a payment was closed in your favour; the payment stays.': 'Der Streit um eine Zahlung ist vorbei, und die Zahlung gilt.',
  '{1} rejects this service, so no account can be connected there. {2} Check {3}, and restart.':
    '{1} weist diesen Dienst selbst ab, deshalb kann dort niemand ein Konto verbinden. {2} Prüfen Sie {3}, und starten Sie neu.',
  '{1} calls you about “{2}”: “{3}”': '{1} ruft Sie zu „{2}“: „{3}“',
  '{1} commented on “{2}”: “{3}”': '{1} sagt zu „{2}“: „{3}“',
  'One sign-up request is pending.': 'Jemand bittet um ein Konto.',
  '{1} sign-up requests are pending.': '{1} Menschen bitten um ein Konto.',
  'Nothing can be done with one before you have approved it, and a request ends after 30 days.':
    'Mit keinem lässt sich etwas tun, bevor Sie es freigegeben haben, und eine Bitte endet nach 30 Tagen.',
  'The request expired after 30 days without a decision. You can request an account again.':
    '30 Tage lang hat niemand darüber entschieden, deshalb ist sie beendet. Sie können wieder fragen.',
  "{1} gave {2}, a program of their own, read access to {3} and the account's credits. The request came from {4}.":
    '{1} lässt {2}, ein eigenes Programm, {3} und das Guthaben des Kontos lesen. Es hat von {4} aus gefragt.',
  '{1} gave {2} access to {3}: {4}, in the sandbox only. The request came from {5}.':
    '{1} hat {2} Zugang zu {3} gegeben: {4}, nur in der Sandbox. Gefragt wurde von {5} aus.',
  '{1} gave {2} access to {3}: {4}. The request came from {5}.': '{1} hat {2} Zugang zu {3} gegeben: {4}. Gefragt wurde von {5} aus.',
  'The access of {1} was ended: its authorization code was used a second time. Let it ask again.':
    'Der Zugang von {1} wurde beendet: Sein Autorisierungscode wurde ein zweites Mal benutzt. Lassen Sie ihn neu fragen.',
  '{1} gave its access back.': '{1} hat seinen Zugang zurückgegeben.',
  '{1} exchanged its key for a new one; the old one ends within a day.':
    '{1} hat seinen Schlüssel gegen einen neuen getauscht; der alte endet innerhalb eines Tages.',
  '{1} ({2}) has joined as {3}.': '{1} ({2}) ist dazugekommen, als {3}.',
  '{1} ({2}) has left.': '{1} ({2}) ist gegangen.',
  '{1} ({2}) was removed.': '{1} ({2}) wurde entfernt.',
  '{1} ({2}) was removed by {3}.': '{1} ({2}) wurde entfernt, von {3}.',
  'The operator': 'Der Betreiber',
  '{1} ended the access of {2} to {3}.': '{1} hat den Zugang von {2} zu {3} beendet.',
  '{1} rejects all posts of this service: posts of one account are waiting.':
    '{1} nimmt keinen Beitrag dieses Dienstes an, wessen Konto es auch ist: Die eines Kontos warten.',
  '{1} rejects all posts of this service: posts of {2} accounts are waiting.':
    '{1} nimmt keinen Beitrag dieses Dienstes an, wessen Konto es auch ist: Die von {2} Konten warten.',
  'Check the app of this service there, its plan and its quota; the posts are then published automatically.':
    'Sehen Sie dort nach der App des Dienstes, ihrem Tarif und ihrem Guthaben; danach gehen die Beiträge von selbst hinaus.',
};
