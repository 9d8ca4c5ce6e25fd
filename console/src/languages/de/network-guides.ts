import type { Translation } from '../translation.ts';

export const networkGuides: Translation = {
  networkGuides: {
    how: (label) => `Anmeldung bei ${label}`,
    page: (label) => `Entwicklerseite von ${label} öffnen`,
    scopes: 'die Berechtigungen',
    review: 'Was die Prüfung dort bedeutet',
    guides: {
      tiktok: {
        steps: [
          'Legen Sie eine App an oder öffnen Sie Ihre, und fügen Sie ihr „Login Kit“ und „Content Posting API“ hinzu, mit eingeschaltetem „Direct Post“.',
          'Tragen Sie unter „Login Kit“, „Web“ die Rückkehradresse genau so ein, wie sie hier steht.',
          'Fügen Sie die Berechtigungen hinzu und reichen Sie die App zur Prüfung ein.',
          'Setzen Sie „Client key“ als TIKTOK_CLIENT_ID und „Client secret“ als TIKTOK_CLIENT_SECRET und starten Sie neu.',
        ],
        review:
          'Bis TikTok die App geprüft hat, können höchstens fünf Personen pro Tag damit posten, ihre Konten müssen privat sein, und nur sie selbst sehen die Beiträge. Wählen Sie bis dahin „Nur das Konto selbst“.',
      },
      youtube: {
        steps: [
          'Legen Sie ein Projekt an oder öffnen Sie Ihres, und aktivieren Sie „YouTube Data API v3“.',
          'Nehmen Sie die Berechtigungen in den Zustimmungsbildschirm auf und legen Sie einen OAuth-Client der Art „Webanwendung“ mit der Rückkehradresse an.',
          'Setzen Sie die ID des Clients als YOUTUBE_CLIENT_ID und sein Secret als YOUTUBE_CLIENT_SECRET und starten Sie neu.',
          'Beantragen Sie die Prüfung des Projekts mit dem Formular „YouTube API Services - Audit and Quota Extension“.',
        ],
        review:
          'Bis Google das Projekt geprüft hat, ist jedes Video privat, was auch gewählt wurde; dieser Dienst bemerkt es nach dem Veröffentlichen. Solange der Zustimmungsbildschirm im Test ist, endet eine Anmeldung nach 7 Tagen. Kanäle, die vor den ersten Kommentaren verbunden wurden, müssen dafür erneut verbunden werden.',
      },
      tumblr: {
        steps: [
          'Registrieren Sie bei Tumblr eine Anwendung. Ihr Name wird bei der Anmeldung angezeigt.',
          'Tragen Sie die Rückkehradresse unter „OAuth2 redirect URLs“ genau so ein, wie sie hier steht, und speichern Sie.',
          'Setzen Sie „OAuth consumer key“ als TUMBLR_CLIENT_ID und den geheimen Schlüssel als TUMBLR_CLIENT_SECRET und starten Sie neu. Die Berechtigungen werden bei der Anmeldung erfragt.',
        ],
        review:
          'Tumblr prüft Apps vor der Nutzung nicht. Alle Konten zusammen haben 1.000 Anfragen in der Stunde und 5.000 am Tag; ein Konto darf 250 Beiträge am Tag veröffentlichen.',
      },
      pinterest: {
        steps: [
          'Legen Sie eine App an oder öffnen Sie Ihre. Pinterest gibt sie zuerst frei; danach hat sie eine App-ID und einen geheimen Schlüssel.',
          'Tragen Sie die Rückkehradresse unter „Redirect URIs“ genau so ein, wie sie hier steht, und speichern Sie.',
          'Setzen Sie „App id“ als PINTEREST_CLIENT_ID und „App secret key“ als PINTEREST_CLIENT_SECRET und starten Sie neu. Die Berechtigungen werden bei der Anmeldung erfragt.',
        ],
        review:
          'Mit Trial-Zugang lehnt Pinterest Pins ab oder zeigt sie nur Ihnen selbst. Beantragen Sie Standard-Zugang mit einem Video von Anmeldung und Pin.',
      },
      reddit: {
        steps: [
          'Beantragen Sie zuerst den Zugang zur API: Reddit gibt jede neue App selbst frei.',
          'Legen Sie eine App der Art „web app“ an, mit der Rückkehradresse als „redirect uri“.',
          'Setzen Sie die ID unter dem Namen der App als REDDIT_CLIENT_ID und „secret“ als REDDIT_CLIENT_SECRET und starten Sie neu. Die Berechtigungen werden bei der Anmeldung erfragt.',
        ],
        review:
          'Ohne Reddits Freigabe gibt es keine App, oder ihre Anfragen werden abgelehnt. Jede Community hat eigene Anforderungen; sie werden vor jedem Beitrag geprüft.',
      },
      google_business: {
        steps: [
          'Beantragen Sie den Zugang für Ihr Google-Cloud-Projekt mit dem Formular „Application for Basic API Access“.',
          'Aktivieren Sie nach der Freigabe „Google My Business API“, „My Business Account Management API“ und „My Business Business Information API“.',
          'Nehmen Sie die Berechtigung in den Zustimmungsbildschirm auf und legen Sie einen OAuth-Client der Art „Webanwendung“ mit der Rückkehradresse an.',
          'Setzen Sie die ID des Clients als GOOGLE_BUSINESS_CLIENT_ID und sein Secret als GOOGLE_BUSINESS_CLIENT_SECRET und starten Sie neu.',
        ],
        review:
          'Vor Googles Freigabe hat das Projekt ein Kontingent von 0: Kein Standort lässt sich verbinden. Solange der Zustimmungsbildschirm im Test ist, endet eine Anmeldung nach 7 Tagen.',
      },
      vk: {
        steps: [
          'Legen Sie bei VK ID eine App für die Plattform „Web“ an, mit der Domain dieses Dienstes als Basisdomain.',
          'Tragen Sie die Rückkehradresse bei den vertrauenswürdigen Redirect-URLs ein.',
          'Bitten Sie den Support von VK, der App die Berechtigungen zu geben: Nicht jede App bekommt sie.',
          'Setzen Sie „App ID“ als VK_CLIENT_ID und „Secure key“ als VK_CLIENT_SECRET und starten Sie neu.',
        ],
        review: 'Bis VK der App die Berechtigungen erteilt hat, ist die Anmeldung möglich, aber Beiträge werden abgelehnt.',
      },
    },
  },
};
