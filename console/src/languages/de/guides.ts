import type { Translation } from '../translation.ts';

export const guides: Translation = {
  guides: {
    title: 'So richten Sie das Konto ein',
    steps: {
      devto: [
        'Melden Sie sich bei dev.to an und öffnen Sie Settings, Extensions.',
        'Erstellen Sie unter „DEV Community API Keys“ einen Schlüssel, z. B. mit dem Namen Countersign.',
        'Kopieren Sie den Schlüssel und geben Sie ihn unten ein. DEV kennt keine einzelnen Berechtigungen: Der Schlüssel darf alles, was das Konto darf, bis Sie ihn dort widerrufen.',
        'DEV prüft keine Apps: Ein Artikel ist sofort öffentlich. Bilder nimmt DEV von anderen Diensten nicht an.',
      ],
      hashnode: [
        'Das Blog braucht Hashnode Pro: Ohne Pro lehnt Hashnode Veröffentlichungen über die API ab.',
        'Öffnen Sie bei Hashnode Account Settings, Developer und erstellen Sie ein Personal Access Token.',
        'Geben Sie unten das Token ein und die Adresse des Blogs, wenn das Konto mehrere hat. Sie müssen Inhaber oder Redakteur sein: Beiträge von Mitwirkenden werden dort erst geprüft.',
        'Hashnode kennt keine einzelnen Berechtigungen und prüft keine Apps: Das Token darf alles, was das Konto darf, bis Sie es dort widerrufen.',
      ],
      ghost: [
        'Öffnen Sie in der Verwaltung von Ghost Settings, Integrations und legen Sie eine benutzerdefinierte Integration an, z. B. mit dem Namen Countersign. Bei Ghost(Pro) muss Ihr Tarif sie enthalten.',
        'Kopieren Sie deren API-URL und Admin-API-Schlüssel, der einen Doppelpunkt enthält. Der Content-API-Schlüssel kann nur lesen.',
        'Geben Sie beide unten ein. Die Integration darf Beiträge schreiben und Bilder hochladen, bis Sie sie dort löschen; Ghost prüft keine Apps.',
        'Beiträge erscheinen auf der Website für alle. Ein Newsletter wird nicht verschickt.',
      ],
      lemmy: [
        'Legen Sie dafür ein Konto auf einem Server an, kennzeichnen Sie es in den Einstellungen als Bot und treten Sie damit der Community bei.',
        'Lesen Sie die Regeln des Servers und der Community: Manche erlauben keine automatischen Beiträge, und manche Server bestätigen neue Konten erst.',
        'Geben Sie Server, Benutzername, Passwort und Community ein. Das Passwort wird nur einmal verwendet; bei Zwei-Faktor-Authentifizierung geben Sie auch den aktuellen Code ein.',
        'Lemmy kennt keine einzelnen Berechtigungen und prüft keine Apps: Die Sitzung darf alles, was das Konto darf. Ändern Sie dort das Passwort, um sie zu beenden.',
      ],
      postiz: [
        'Verbinden Sie in Postiz das Konto als Kanal und öffnen Sie Settings, Developers, Public API. Kopieren Sie den API-Schlüssel.',
        'Die Adresse ist https://api.postiz.com, bei einem eigenen Server das, was dort in NEXT_PUBLIC_BACKEND_URL steht, oft mit /api am Ende. Einen Server in einem privaten Netz muss der Betreiber erlauben.',
        'Geben Sie beides unten ein, dazu den Namen eines Kanals: X, LinkedIn, Facebook, Instagram, Threads, Bluesky, Mastodon, Nostr oder VK. Kommt ein Name mehrfach vor, geben Sie die ID ein; bei einem falschen Namen erscheint die Liste.',
        'Nur hier freigegebene Beiträge gehen an Postiz, jeder einmal und zum geplanten Zeitpunkt. Ob sie veröffentlicht wurden, meldet Postiz; schalten Sie Plugs ab, die den Beiträgen des Kanals Kommentare hinzufügen.',
      ],
    },
  },
};
