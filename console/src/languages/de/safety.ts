import type { Translation } from '../translation.ts';

export const safety: NonNullable<Translation['settings']>['safety'] = {
  title: 'Prüfungen',
  checks: 'Wonach in jedem Beitrag gesucht wird',
  weightOf: (name) => `Was geschieht: ${name}`,
  usual: 'Üblich',
  usually: (usual) => `Üblich: ${usual}`,
  always: 'Hält den Beitrag immer auf',
  weights: { OFF: 'Übergehen', WARN: 'Warnen', BLOCK: 'Aufhalten' },
  each: {
    LEAKED_CREDENTIAL: {
      name: 'Schlüssel und Passwörter',
      what: 'Was wie ein Schlüssel, Token oder Passwort aussieht.',
      usual: 'aufhalten.',
    },
    PRIVATE_LINK: {
      name: 'Links, die Leser nicht öffnen können',
      what: 'Adressen in einem privaten Netz oder auf dem eigenen Rechner.',
      usual: 'ein privates Netz hält auf, der eigene Rechner warnt.',
    },
    LINK_WITH_PASSWORD: { name: 'Links mit einem Passwort darin', what: 'Wie https://user:password@example.org.', usual: 'aufhalten.' },
    LOOKALIKE_LINK: {
      name: 'Links, die etwas vorgeben',
      what: 'Adressen in ähnlichen Buchstaben oder fast die einer bekannten Seite.',
      usual: 'ähnliche Buchstaben halten auf, ein fast gleicher Name warnt.',
    },
    UNCLEAR_LINK: {
      name: 'Links, die wenig sagen',
      what: 'Kurzlinks, Adressen nur aus Zahlen und nicht öffentliche Kopien einer Seite.',
      usual: 'warnen.',
    },
    DENIED_HOST: { name: 'Verwehrte Links', what: 'Die Adressen unten.', usual: 'aufhalten.' },
    BLOCKED_TERM: { name: 'Gesperrte Wörter', what: 'Die Wörter und Wendungen unten.', usual: 'aufhalten.' },
    HIDDEN_CHARACTERS: {
      name: 'Verborgene Zeichen',
      what: 'Zeichen, die niemand sieht, die die Schrift umdrehen oder wie Buchstaben einer anderen Schrift aussehen.',
      usual: 'verborgene und umgedrehte Schrift hält auf, das Übrige warnt.',
    },
    LEFTOVER: {
      name: 'Vom Schreiben übrig',
      what: 'Offene Platzhalter wie {{first_name}}, Notizen, Worte einer Maschine über sich selbst, Vermerke wie EMBARGOED.',
      usual: 'aufhalten; Notizen wie TODO warnen.',
    },
    PERSONAL_DATA: {
      name: 'Persönliche Daten',
      what: 'E-Mail- und Wohnadressen, Telefonnummern, Geburtstage, Bankkonten, Karten, amtliche Nummern.',
      usual: 'Kartennummern halten auf, das Übrige warnt.',
    },
    PROFANITY: {
      name: 'Anstößige Wörter',
      what: 'Wörter, an denen viele Leser Anstoß nehmen, in etwa dreißig Sprachen.',
      usual: 'warnen.',
    },
    UNPROVEN_CLAIM: {
      name: 'Behauptungen, die einen Beleg brauchen',
      what: 'Versprechen von Gesundheit, Geld oder Erfolg, wie „garantiert“.',
      usual: 'warnen.',
    },
    ASKS_FOR_SECRETS: {
      name: 'Bitten um Geheimnisse',
      what: 'Bitten an Leser um Kartennummern, Passwörter oder Codes, wie bei Betrug.',
      usual: 'warnen.',
    },
    MENTION_STUFFING: { name: 'Viele Erwähnungen', what: 'Zu viele Erwähnungen.', usual: 'warnen; dreimal so viele halten auf.' },
    FOREIGN_NAME: {
      name: 'Namen aus einem anderen Netzwerk',
      what: 'Etwa @name.bsky.social oder @name@server: hier rufen sie ein anderes Konto oder keines.',
      usual: 'warnen.',
    },
    TAG_STUFFING: { name: 'Viele Schlagwörter', what: 'Zu viele Schlagwörter.', usual: 'warnen; dreimal so viele halten auf.' },
    REPEATED_TEXT: { name: 'Derselbe Text noch einmal', what: 'An dasselbe Konto, binnen der Tage unten.', usual: 'warnen.' },
    UNDISCLOSED_AI: {
      name: 'Von einer Maschine, ohne es zu sagen',
      what: 'Worte, die kein Mensch schrieb, ohne den Hinweis unten. Gesucht wird danach, sobald es einen gibt.',
      usual: 'aufhalten.',
    },
    DIFFERS_FROM_SOURCE: {
      name: 'Anders als die Quelle',
      what: 'Worte eines Sprachmodells, die etwas anderes sagen könnten als ihre Quelle: ein geändertes „nicht“, eine Zahl an anderer Stelle, ein neuer Name.',
      usual: 'warnen.',
    },
    MODERATION_HATE: {
      name: 'Hass',
      what: 'Gegen Gruppen von Menschen. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'warnen.',
    },
    MODERATION_HARASSMENT: {
      name: 'Belästigung',
      what: 'Gegen einzelne Menschen. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'warnen.',
    },
    MODERATION_THREAT: {
      name: 'Drohungen',
      what: 'Drohungen und Anleitungen zu Gewalttaten. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'aufhalten.',
    },
    MODERATION_VIOLENCE: {
      name: 'Gewalt',
      what: 'Gewalt, auch drastisch gezeigt. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'warnen.',
    },
    MODERATION_SELF_HARM: {
      name: 'Selbstverletzung',
      what: 'Verherrlichung, Absicht oder Anleitung. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'warnen.',
    },
    MODERATION_SEXUAL: {
      name: 'Sexuelle Inhalte',
      what: 'Texte und Bilder. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'warnen.',
    },
    MODERATION_MINORS: {
      name: 'Minderjährige',
      what: 'Sexuelle Inhalte über Minderjährige. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'aufhalten.',
    },
    MODERATION_ILLICIT: {
      name: 'Straftaten',
      what: 'Anleitungen zu Straftaten ohne Gewalt. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'warnen.',
    },
    MODERATION_OTHER: {
      name: 'Anderes aus der Moderation',
      what: 'Jede andere Kategorie des Dienstes. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'warnen.',
    },
    NOT_MODERATED: {
      name: 'Von der Moderation nicht geprüft',
      what: 'Was der Dienst nicht prüfen konnte. Der Betreiber kann es für alle Arbeitsbereiche aufhalten.',
      usual: 'warnen.',
    },
  },
  never: 'Was nie gesagt oder verlinkt wird',
  blocked: 'Gesperrte Wörter und Wendungen',
  blockedHint: 'Eines je Zeile.',
  hosts: 'Verwehrte Links',
  hostsHint: 'Adressen wie example.org, eine je Zeile. Was darunter liegt, zählt auch.',
  more: 'Wiederholung und Hinweis',
  days: 'Tage, in denen derselbe Text als Wiederholung gilt',
  daysHint: 'An dasselbe Konto, von 1 bis 365.',
  disclosure: 'Was von Maschinen Geschriebenes sagen muss',
  disclosureHint: 'Zum Beispiel „#KI“. Leer: Nichts wird verlangt.',
};
