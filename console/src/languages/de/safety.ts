import type { Translation } from '../translation.ts';

export const safety: NonNullable<Translation['settings']>['safety'] = {
  title: 'Prüfungen',
  checks: 'Was in jedem Beitrag geprüft wird',
  weightOf: (name) => `Reaktion: ${name}`,
  usual: 'Standard',
  usually: (usual) => `Standard: ${usual}`,
  always: 'Blockiert den Beitrag immer',
  weights: { OFF: 'Ignorieren', WARN: 'Warnen', BLOCK: 'Blockieren' },
  each: {
    LEAKED_CREDENTIAL: {
      name: 'Schlüssel und Passwörter',
      what: 'Alles, was wie ein Schlüssel, Token oder Passwort aussieht.',
      usual: 'aufhalten.',
    },
    PRIVATE_LINK: {
      name: 'Links, die Leser nicht öffnen können',
      what: 'Adressen in einem privaten Netz oder auf dem eigenen Rechner.',
      usual: 'ein privates Netz blockiert, der eigene Rechner warnt.',
    },
    LINK_WITH_PASSWORD: { name: 'Links mit Passwort', what: 'Wie https://user:password@example.org.', usual: 'aufhalten.' },
    LOOKALIKE_LINK: {
      name: 'Irreführende Links',
      what: 'Adressen mit täuschend ähnlichen Buchstaben oder fast wie die einer bekannten Website.',
      usual: 'ähnliche Buchstaben blockieren, ein fast gleicher Name warnt.',
    },
    UNCLEAR_LINK: {
      name: 'Undurchsichtige Links',
      what: 'Kurzlinks, reine IP-Adressen und Testversionen von Websites.',
      usual: 'warnen.',
    },
    DENIED_HOST: { name: 'Gesperrte Links', what: 'Die Adressen unten.', usual: 'aufhalten.' },
    BLOCKED_TERM: { name: 'Gesperrte Wörter', what: 'Die Wörter und Wendungen unten.', usual: 'aufhalten.' },
    HIDDEN_CHARACTERS: {
      name: 'Unsichtbare Zeichen',
      what: 'Zeichen, die unsichtbar sind, die Schreibrichtung umkehren oder Buchstaben anderer Schriften nachahmen.',
      usual: 'unsichtbare und umgekehrte Schrift blockiert, alles andere warnt.',
    },
    LEFTOVER: {
      name: 'Reste aus der Bearbeitung',
      what: 'Offene Platzhalter wie {{first_name}}, Notizen, Aussagen einer KI über sich selbst, Vermerke wie EMBARGOED.',
      usual: 'blockieren; Notizen wie TODO warnen.',
    },
    PERSONAL_DATA: {
      name: 'Personenbezogene Daten',
      what: 'E-Mail- und Wohnadressen, Telefonnummern, Geburtsdaten, Bankverbindungen, Karten, amtliche Nummern.',
      usual: 'Kartennummern blockieren, alles andere warnt.',
    },
    PROFANITY: {
      name: 'Anstößige Wörter',
      what: 'Wörter, die viele Leser verletzen, in etwa dreißig Sprachen.',
      usual: 'warnen.',
    },
    UNPROVEN_CLAIM: {
      name: 'Behauptungen, die einen Beleg brauchen',
      what: 'Versprechen zu Gesundheit, Geld oder Erfolg, z. B. „garantiert“.',
      usual: 'warnen.',
    },
    ASKS_FOR_SECRETS: {
      name: 'Abfrage von Geheimnissen',
      what: 'Aufforderungen, Kartennummern, Passwörter oder Codes preiszugeben, wie bei Betrug.',
      usual: 'warnen.',
    },
    MENTION_STUFFING: { name: 'Viele Erwähnungen', what: 'Zu viele Erwähnungen.', usual: 'warnen; dreimal so viele blockieren.' },
    FOREIGN_NAME: {
      name: 'Namen aus einem anderen Netzwerk',
      what: 'Z. B. @name.bsky.social oder @name@server: Hier erwähnen sie ein anderes Konto oder keines.',
      usual: 'warnen.',
    },
    TAG_STUFFING: { name: 'Viele Schlagwörter', what: 'Zu viele Schlagwörter.', usual: 'warnen; dreimal so viele blockieren.' },
    REPEATED_TEXT: { name: 'Wiederholter Text', what: 'Im selben Konto, innerhalb der unten genannten Tage.', usual: 'warnen.' },
    UNDISCLOSED_AI: {
      name: 'KI-Text ohne Kennzeichnung',
      what: 'KI-Texte ohne den unten festgelegten Hinweis. Wird nur geprüft, wenn einer festgelegt ist.',
      usual: 'aufhalten.',
    },
    DIFFERS_FROM_SOURCE: {
      name: 'Anders als die Quelle',
      what: 'Texte eines Sprachmodells, die von ihrer Quelle abweichen könnten: ein geändertes „nicht“, eine Zahl an anderer Stelle, ein neuer Name.',
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
      what: 'Sexuelle Inhalte mit Minderjährigen. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'aufhalten.',
    },
    MODERATION_ILLICIT: {
      name: 'Straftaten',
      what: 'Anleitungen zu Straftaten ohne Gewalt. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'warnen.',
    },
    MODERATION_OTHER: {
      name: 'Sonstige Moderationsbefunde',
      what: 'Jede andere Kategorie des Dienstes. Findet der Moderationsdienst, wo der Betreiber einen eingerichtet hat.',
      usual: 'warnen.',
    },
    NOT_MODERATED: {
      name: 'Nicht moderiert',
      what: 'Inhalte, die der Moderationsdienst nicht prüfen konnte. Der Betreiber kann sie für alle Arbeitsbereiche blockieren.',
      usual: 'warnen.',
    },
  },
  never: 'Gesperrte Wörter und Links',
  blocked: 'Gesperrte Wörter und Wendungen',
  blockedHint: 'Ein Eintrag pro Zeile.',
  hosts: 'Gesperrte Links',
  hostsHint: 'Adressen wie example.org, eine pro Zeile. Subdomains sind eingeschlossen.',
  more: 'Wiederholungen und KI-Hinweis',
  days: 'Zeitraum für Wiederholungen (Tage)',
  daysHint: 'Derselbe Text im selben Konto, 1 bis 365 Tage.',
  disclosure: 'Pflichthinweis für KI-Texte',
  disclosureHint: 'Zum Beispiel „#KI“. Leer lassen für keinen Hinweis.',
};
