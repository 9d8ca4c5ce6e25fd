import type { Translation } from '../translation.ts';

export const guides: Translation = {
  guides: {
    title: 'So richten Sie es ein',
    steps: {
      devto: [
        'Melden Sie sich bei dev.to an und öffnen Sie Settings, Extensions.',
        'Benennen Sie unter „DEV Community API Keys“ einen Schlüssel, etwa Countersign, und erzeugen Sie ihn.',
        'Kopieren Sie den Schlüssel und geben Sie ihn unten ein. DEV kennt keine einzelnen Rechte: Der Schlüssel darf, was das Konto darf, bis Sie ihn dort widerrufen.',
        'DEV prüft keine Apps: Ein Artikel ist sofort öffentlich. Bilder nimmt es von anderen Diensten nicht an.',
      ],
      hashnode: [
        'Das Blog braucht Hashnode Pro: Ohne das lehnt Hashnode es ab, über seine API zu veröffentlichen.',
        'Öffnen Sie bei Hashnode Account Settings, Developer und erzeugen Sie ein Personal Access Token.',
        'Geben Sie unten das Token ein und die Adresse des Blogs, wenn das Konto mehrere hat. Sie müssen Inhaber oder Redakteur sein: Was Mitwirkende schreiben, wird dort erst geprüft.',
        'Hashnode kennt keine einzelnen Rechte und prüft keine Apps: Das Token darf, was das Konto darf, bis Sie es dort widerrufen.',
      ],
      ghost: [
        'Öffnen Sie in der Verwaltung von Ghost Settings, Integrations und legen Sie eine eigene Integration an, etwa Countersign. Bei Ghost(Pro) braucht das einen Tarif, der sie enthält.',
        'Kopieren Sie deren API-URL und Admin-API-Schlüssel, der einen Doppelpunkt enthält. Der Content-API-Schlüssel kann nur lesen.',
        'Geben Sie beide unten ein. Die Integration darf Beiträge schreiben und Bilder hochladen, bis Sie sie dort löschen; Ghost prüft keine Apps.',
        'Beiträge erscheinen auf der Website für alle. Ein Newsletter wird nicht verschickt.',
      ],
      lemmy: [
        'Legen Sie dafür ein Konto auf einem Server an, kennzeichnen Sie es in den Einstellungen als Bot und treten Sie damit der Community bei.',
        'Lesen Sie die Regeln des Servers und der Community: Manche erlauben keine automatischen Beiträge, und manche Server bestätigen neue Konten erst.',
        'Geben Sie Server, Name, Passwort und Community ein. Das Passwort wird einmal gebraucht; bei Zwei-Faktor-Authentifizierung geben Sie auch den aktuellen Code ein.',
        'Lemmy kennt keine einzelnen Rechte und prüft keine Apps: Die Sitzung darf, was das Konto darf. Ändern Sie dort das Passwort, um sie zu beenden.',
      ],
      postiz: [
        'Verbinden Sie in Postiz das Konto als Kanal und öffnen Sie Settings, Developers, Public API. Kopieren Sie den API-Schlüssel.',
        'Die Adresse ist https://api.postiz.com, bei einem eigenen Server das, was dort in NEXT_PUBLIC_BACKEND_URL steht, oft mit /api am Ende. Einen Server in einem privaten Netz muss der Betreiber erlauben.',
        'Geben Sie beides unten ein, dazu den Namen eines Kanals: X, LinkedIn, Facebook, Instagram, Threads, Bluesky, Mastodon, Nostr oder VK. Gibt es einen Namen mehrmals, geben Sie die ID ein; ein falscher Name zeigt die Liste.',
        'Nur was hier freigegeben wurde, geht an Postiz, zu seiner Zeit und einmal. Ob es veröffentlicht wurde, berichtet Postiz; schalten Sie Plugs ab, die den Beiträgen des Kanals Kommentare hinzufügen.',
      ],
    },
  },
};
