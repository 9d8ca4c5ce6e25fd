import type { Translation } from '../translation.ts';

/** What is left to do where the current state allows no more. */
export const remedies: Translation = {
  'There are no captions for {1} yet.': 'Für {1} gibt es noch keine Texte.',
  'Write them with POST /v1/captions, then try again.':
    'Lassen Sie sie schreiben (POST /v1/captions) und versuchen Sie es dann noch einmal.',
  'Nothing is to be done: it is tried again automatically.': 'Es ist nichts zu tun: Es wird von selbst noch einmal versucht.',
  'Nothing is to be done: the platform is asked whether it was published. Do not post it again meanwhile.':
    'Es ist nichts zu tun: Das Netzwerk wird gefragt, ob es veröffentlicht wurde. Veröffentlichen Sie es inzwischen nicht noch einmal.',
  'Retry the publish job.': 'Wiederholen Sie die Veröffentlichung.',
  'Ask an owner of the account to reconnect it in the console. The post is then published automatically.':
    'Bitten Sie einen Inhaber des Kontos, es in der Konsole neu zu verbinden. Danach wird der Beitrag von selbst veröffentlicht.',
  'Only the operator can resolve this. The post is then published automatically.':
    'Das kann nur der Betreiber beheben. Danach wird der Beitrag von selbst veröffentlicht.',
  'A person has confirmed that it was not published. Create a new draft if it is still wanted.':
    'Ein Mensch hat bestätigt, dass es nicht veröffentlicht wurde. Legen Sie einen neuen Entwurf an, falls es noch gewünscht ist.',
  'Ask a person to check whether it was published before you create a new draft.':
    'Bitten Sie einen Menschen nachzusehen, ob es veröffentlicht wurde, bevor Sie einen neuen Entwurf anlegen.',
  'A later publish job takes its place. Follow that one.': 'Eine spätere Veröffentlichung tritt an ihre Stelle. Folgen Sie dieser.',
  'Read the publish job again in a minute.': 'Sehen Sie in einer Minute noch einmal nach.',
  'The platform refuses these words. Change the draft, then submit it again.':
    'Das Netzwerk lehnt diesen Text ab. Ändern Sie den Entwurf und reichen Sie ihn dann noch einmal ein.',
  'The platform refuses these words. Create a new draft with other words for this platform.':
    'Das Netzwerk lehnt diesen Text ab. Legen Sie einen neuen Entwurf mit anderem Text für dieses Netzwerk an.',
  'Wait until its publish job has ended, then read the draft again.':
    'Warten Sie, bis die Veröffentlichung beendet ist, und lesen Sie den Entwurf dann noch einmal.',
  'What is published stays as it is. Create a new draft for another post.':
    'Was veröffentlicht ist, bleibt, wie es ist. Legen Sie für einen anderen Beitrag einen neuen Entwurf an.',
  'An archived draft stays archived. Create a new draft.': 'Ein archivierter Entwurf bleibt archiviert. Legen Sie einen neuen an.',
  'Change the draft, then submit it again.': 'Ändern Sie den Entwurf und reichen Sie ihn dann noch einmal ein.',
  'The draft is {1} and cannot be changed.': 'Der Entwurf lässt sich in diesem Stand nicht ändern ({1}).',
  'The draft is at revision {1}; there is no revision {2} of it.': 'Der Entwurf ist bei Fassung {1}; eine Fassung {2} gibt es nicht.',
  'Nothing is to be done. What is published stays published.': 'Es ist nichts zu tun. Was veröffentlicht ist, bleibt veröffentlicht.',
  'Nothing of it has failed. Read the publish job to see what it waits for.':
    'Nichts davon ist gescheitert. Sehen Sie nach, worauf die Veröffentlichung wartet.',
  'Nothing of it has failed. Create a new draft for another post.':
    'Nichts davon ist gescheitert. Legen Sie für einen anderen Beitrag einen neuen Entwurf an.',
  'Remove an endpoint that you no longer need, then add this one.':
    'Entfernen Sie eine Adresse, die Sie nicht mehr brauchen, und fügen Sie dann diese hinzu.',
  'Remove the endpoint.': 'Entfernen Sie die Adresse.',
  'Ask an owner of the account to restore the workspace.': 'Bitten Sie einen Inhaber des Kontos, den Arbeitsbereich wiederherzustellen.',
  'Leave the note out; a comment on the draft still reaches people.':
    'Lassen Sie die Notiz weg; ein Kommentar zum Entwurf erreicht die Menschen weiterhin.',
  'Add no more comments to this draft. Reach the people another way.':
    'Schreiben Sie keine weiteren Kommentare zu diesem Entwurf. Erreichen Sie die Menschen auf anderem Weg.',
};
