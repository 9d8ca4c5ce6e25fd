import type { Translation } from '../translation.ts';

/** Refusals about drafts, approvals and what is sent. */
export const refusalsPosts: Translation = {
  'With this edit it would contain your text; another person must decide on it.':
    'Geändert hätte es Worte von Ihnen; ein anderer Mensch muss darüber entscheiden.',
  'Only a person of the account decides; an agent never does.': 'Nur ein Mensch des Kontos entscheidet, nie ein Agent.',
  'Only an owner or approver of the account decides.': 'Nur ein Inhaber oder Freigebender des Kontos entscheidet.',
  'Only an owner of the account decides here.': 'Hier entscheidet nur ein Inhaber des Kontos.',
  'Your e-mail address is not confirmed yet. Sign out and choose “Forgot your password?”: the mailed link confirms it. Without mail, ask the operator of this service to confirm it.':
    'Ihre E-Mail-Adresse ist noch nicht bestätigt. Melden Sie sich ab und wählen Sie „Passwort vergessen?“: Der Link in der E-Mail bestätigt sie. Ohne E-Mail bitten Sie den Betreiber dieses Dienstes, sie zu bestätigen.',
  'It contains text of yours; another person must decide on it.': 'Es hat Worte von Ihnen; ein anderer Mensch muss darüber entscheiden.',
  'It waits in {1}; others decide there.': 'Es wartet in {1}; dort entscheiden andere.',
  'An edit restarts it at the stage {1}, where others decide.': 'Geändert beginnt es neu in {1}; dort entscheiden andere.',
  'The content has changed; see the latest request.': 'Der Inhalt hat sich seither geändert; sehen Sie sich die neueste Anfrage an.',
  'The approval is expired; submit the draft again.': 'Die Freigabe ist abgelaufen; reichen Sie den Entwurf neu ein.',
  'You have decided on this already.': 'Darüber haben Sie schon entschieden.',
  'The approval is {1} already.': 'Die Freigabe ist schon entschieden (Stand: {1}).',
  'The content has changed; review it again.': 'Der Inhalt hat sich seither geändert; sehen Sie ihn noch einmal an.',
  'An account shares at most {1} times an hour.': 'Ein Konto teilt höchstens {1}-mal in der Stunde.',
  'An account can send at most {1} links a day to one address.': 'Ein Konto sendet niemandem mehr als {1} Links am Tag.',
  'To this address nothing more is sent today.': 'An diese Adresse wird heute nichts mehr gesendet.',
  'A code was just sent. Check your mail, or try again in 30 seconds.':
    'Gerade eben wurde ein Code gesendet. Sehen Sie in Ihre E-Mail, oder versuchen Sie es in einer halben Minute noch einmal.',
  'Choose at least one post.': 'Wählen Sie mindestens einen Beitrag.',
  'Share at most {1} posts at once.': 'Teilen Sie höchstens {1} Beiträge auf einmal.',
  'Only posts of this workspace that were submitted for approval can be shared.':
    'Nur Beiträge dieses Arbeitsbereichs, die zur Freigabe eingereicht sind, können geteilt werden.',
  '{1} is a member, and decides at the desk.': '{1} ist Mitglied und entscheidet in der Konsole.',
  'The draft has no payloads yet, so there is nothing to decide on. Build them first.':
    'Vom Entwurf ist noch nichts vorbereitet, also gibt es nichts zu entscheiden. Bereiten Sie ihn zuerst vor.',
  'What was signed is no statement of ours.': 'Was unterschrieben wurde, ist keine Erklärung von uns.',
  'The signature is about something else.': 'Die Unterschrift gilt etwas anderem.',
  'It was not made with a passkey of yours.': 'Sie wurde nicht mit einem Passkey von Ihnen gemacht.',
  'It was already used, has expired after five minutes, or belongs to another session.':
    'Sie wurde schon benutzt, ist älter als fünf Minuten oder wurde nicht in dieser Sitzung verlangt.',
  'The browser’s answer is not whole.': 'Die Antwort des Browsers ist nicht vollständig.',
  'The signature was not accepted. {1}': 'Die Unterschrift wurde nicht angenommen. {1}',
  'The signature has run out.': 'Die Unterschrift ist abgelaufen.',
  '“{1}”, stage {2} of {3}': '„{1}“, Stufe {2} von {3}',
  'An action is written as "draft.created", or "draft" for all of them.':
    'Eine Aktion schreibt man „draft.created“, oder „draft“ für alle davon.',
  'There is no such thread about this draft.': 'Zu diesem Entwurf gibt es kein solches Gespräch.',
  'Only a person of the account, its agent or its client comments.': 'Nur ein Mensch des Kontos, sein Agent oder sein Kunde kommentiert.',
  'At most {1} people can be called at once.': 'Höchstens {1} Menschen können auf einmal gerufen werden.',
  'Only people of the account can be called.': 'Nur Menschen des Kontos können gerufen werden.',
  'At most {1} comments of yours are kept about a draft.': 'Zu einem Entwurf werden höchstens {1} Kommentare von Ihnen aufbewahrt.',
  'No more comments of agents and clients are kept about this draft.':
    'Zu diesem Entwurf werden keine Kommentare von Agenten und Kunden mehr aufbewahrt.',
  'At most {1} comments are kept about a draft.': 'Zu einem Entwurf werden höchstens {1} Kommentare aufbewahrt.',
  'At most {1} comments of yours an hour are taken about a draft.':
    'Zu einem Entwurf werden höchstens {1} Kommentare von Ihnen in der Stunde angenommen.',
  'The quoted words must not be longer than {1} characters.': 'Die zitierten Worte dürfen nicht länger als {1} Zeichen sein.',
  'The quote was not found; quote the current text exactly.':
    'Die zitierten Worte stehen dort nicht; zitieren Sie sie genau, wie sie jetzt sind.',
  'The draft is at revision {1}, not {2} any more.': 'Der Entwurf ist bei Fassung {1}, nicht mehr bei {2}.',
  'the workspace has no posting slots': 'der Arbeitsbereich hat keine Sendezeiten',
  'no posting slot is free within a year': 'in einem Jahr ist keine Sendezeit frei',
  'There is no next slot: {1}. Name a time, or ask an owner to set slots in the settings.':
    'Es gibt keine nächste Sendezeit: {1}. Nennen Sie eine Zeit, oder bitten Sie einen Inhaber, in den Einstellungen Sendezeiten festzulegen.',
  'The note can only be changed before the decision; {1}.': 'Die Notiz ist für die, die noch zu entscheiden haben; {1}.',
  'the draft is {1}': 'der Entwurf ist in einem anderen Stand ({1})',
  'it is already decided': 'darüber hat schon jemand entschieden',
  'It is {1}; JPEG, PNG, WebP and GIF are taken.': 'Es ist {1}; angenommen werden JPEG, PNG, WebP und GIF.',
  'It moves; only still pictures are taken.': 'Es bewegt sich; nur unbewegte Bilder werden angenommen.',
  'It has no size.': 'Es hat keine Größe.',
  'It is damaged ({1}).': 'Es ist beschädigt ({1}).',
  'This file is not a supported picture. {1}': 'Das ist kein Bild, das veröffentlicht werden kann. {1}',
  'This file is not a supported video. {1}': 'Das ist kein Video, das veröffentlicht werden kann. {1}',
  'It has no video track.': 'Es hat keine Videospur.',
  'It has no size or no length.': 'Es hat keine Größe oder keine Länge.',
  'It is no MP4, MOV or WebM file, or it is damaged.': 'Es ist keine MP4-, MOV- oder WebM-Datei, oder es ist beschädigt.',
  'There is no such upload; an upload is kept for 24 hours.': 'Diesen Upload gibt es nicht; ein Upload wird 24 Stunden aufbewahrt.',
  'The upload is not complete yet.': 'Der Upload ist noch nicht vollständig.',
  'There are {1} uploads from the last 24 hours.': 'Es gibt {1} Uploads aus den letzten 24 Stunden.',
  'Delete those that are no longer needed, or wait.': 'Löschen Sie die nicht mehr benötigten, oder warten Sie.',
  'The publish job is {1}; nothing of it is left to cancel.': 'Vom Beitrag ist nichts mehr zurückzurufen (Stand: {1}).',
  'A publication of this draft is {1} already, so that the draft cannot be changed any more.':
    'Eine Veröffentlichung dieses Entwurfs ist schon unterwegs (Stand: {1}), deshalb lässt er sich nicht mehr ändern.',
  'The outcome of the publication is known: it is {1}. Only unknown outcomes can be settled or checked.':
    'Was aus der Veröffentlichung wurde, ist bekannt (Stand: {1}). Zu klären oder zu erfragen ist nur, was unbekannt ist.',
  'The edited content differs from what was shown; review it again.':
    'Die Änderungen ergeben einen anderen Inhalt als den gezeigten; sehen Sie noch einmal hin.',
  'The draft is not for {1}; it is for {2}.': 'Der Entwurf ist nicht für {1}, sondern für {2}.',
  'Only what is approved can be held.': 'Nur was freigegeben ist, kann zurückgehalten werden.',
  'It is too late to hold it: nothing of it waits to be sent any more.':
    'Zum Zurückhalten ist es zu spät: Nichts davon wartet noch darauf, gesendet zu werden.',
  'It is {1}, so there is nothing to release; see the latest request.':
    'Loszulassen gibt es nichts mehr (Stand: {1}); sehen Sie sich die neueste Anfrage an.',
  'It contains text of yours and another person put it on hold; another person must release it.':
    'Es hat Worte von Ihnen, und jemand anders hält es zurück; ein anderer Mensch muss es loslassen.',
  'Nothing of this draft waits; change its platforms instead.': 'Von diesem Entwurf wartet nichts; ändern Sie stattdessen seine Netzwerke.',
  'Its account works by now; there is nothing to leave out.': 'Sein Konto funktioniert inzwischen; wegzulassen ist nichts.',
  'It would go nowhere then. Connect an account, or put the draft away.':
    'Dann ginge es nirgendwohin. Verbinden Sie ein Konto, oder legen Sie den Entwurf weg.',
  'The safety checks find no such thing in this content.': 'So etwas finden die Prüfungen in diesem Inhalt nicht.',
  'Only a person lets a finding go out; an agent never does.': 'Nur ein Mensch lässt einen Fund hinausgehen, nie ein Agent.',
  'This finding is a warning; it stops nothing that would have to be lifted.':
    'Dieser Fund ist eine Warnung; er hält nichts an, was aufzuheben wäre.',
  'It is {1}; its time cannot be changed.': 'Seine Zeit lässt sich nicht ändern (Stand: {1}).',
  'The publish job is {1}; nothing of it can safely be tried again.':
    'Vom Beitrag lässt sich nichts gefahrlos noch einmal versuchen (Stand: {1}).',
  'It was signed by another person.': 'Unterschrieben hat jemand anders.',
  'This cannot be signed beforehand: {1}.': 'Das kann nicht im Voraus unterschrieben werden: {1}.',
  'The {1} is {2}; it cannot become {3}.': 'Das geht jetzt nicht mehr ({1}: von {2} nach {3}).',
  'An agent calls no one by name: the people concerned are notified.':
    'Ein Agent ruft niemanden beim Namen: Wen es angeht, der wird benachrichtigt.',
  '“@{1}” could be {2}: write the whole name.': '„@{1}“ könnte {2} sein: Schreiben Sie den ganzen Namen.',
  'No one here is called “@{1}”: choose a name from the list, or leave out the @.':
    'Hier heißt niemand „@{1}“: Wählen Sie einen Namen aus der Liste, oder lassen Sie das @ weg.',
  'You have not decided on this.': 'Sie haben hierüber nicht entschieden.',
  'It is too late: it went out, or is being sent.': 'Es ist zu spät: Der Beitrag ist draußen oder wird gerade gesendet.',
};
