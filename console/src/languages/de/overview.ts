import type { Translation } from '../translation.ts';
import { count } from './words.ts';

export const overview: Translation = {
  overview: {
    title: 'Übersicht',
    figures: {
      title: 'Kennzahlen',
      waiting: (waiting) => (waiting === 1 ? 'wartet auf Sie' : 'warten auf Sie'),
      goingOut: (posts) =>
        posts === 1 ? 'wird in den nächsten 24 Stunden veröffentlicht' : 'werden in den nächsten 24 Stunden veröffentlicht',
      stuck: ({ heldBack, unknown, failed }) => {
        const kinds = [
          { posts: heldBack, word: 'blockiert' },
          { posts: unknown, word: 'unbestätigt' },
          { posts: failed, word: 'diese Woche fehlgeschlagen' },
        ].filter(({ posts }) => posts > 0);
        if (kinds.length === 0) return 'blockiert oder fehlgeschlagen';
        return kinds.map(({ posts, word }) => (kinds.length > 1 ? `${posts} ${word}` : word)).join(' · ');
      },
      credits: (left, promised) => `${left === 1 ? 'Credit' : 'Credits'} übrig${promised > 0 ? `, ${promised} für geplante Beiträge` : ''}`,
    },
    needs: {
      title: 'Zu erledigen',
      nothing: 'Keine Fehler, nichts ist blockiert.',
      onlyWaiting: 'Keine Fehler, nichts ist blockiert. Nur Ihre Entscheidungen stehen aus.',
      credits: (left, unit) =>
        `${left === 0 ? 'Keine' : left} ${unit === 'PUBLICATION' ? '' : 'Autopost-'}${left === 1 ? 'Credit' : 'Credits'} übrig`,
      creditsWhy: (promised, asked) =>
        `${[promised > 0 ? `Freigegebene Beiträge brauchen ${promised}` : '', asked > 0 ? `${promised > 0 ? 'auf Sie wartende' : 'Auf Sie wartende Beiträge brauchen'} ${asked}` : ''].filter(Boolean).join(', ')}.`,
      creditsDo: 'Credits kaufen',
      unknown: (title) => `Wurde das veröffentlicht? „${title}“`,
      unknownWhy: (platform) =>
        `${platform} hat nicht geantwortet. Wir senden nichts zweimal. Sehen Sie dort nach und halten Sie das Ergebnis fest.`,
      unknownDo: 'Klären',
      broken: (platform, handle) => `${platform}: ${handle} muss neu verbunden werden`,
      brokenDo: 'Neu verbinden',
      held: (posts) => `${count(posts, 'freigegebener Beitrag ist', 'freigegebene Beiträge sind')} blockiert`,
      heldOthers: (posts) => `${count(posts, 'weiterer freigegebener Beitrag ist', 'weitere freigegebene Beiträge sind')} blockiert`,
      connect: 'Verbinden',
      agents: 'Agenten ansehen',
      look: 'Öffnen',
      all: 'Alle ansehen',
      failed: (title) => `Fehlgeschlagen: „${title}“`,
      proposal: (agent) => `Beiträge von ${agent} könnten automatisch veröffentlicht werden`,
      failedOthers: (posts) => `${posts} weitere sind diese Woche fehlgeschlagen`,
    },
    waits: 'Wartet auf Sie',
    waitsOthers: 'Wartet auf andere',
    waitsEmpty: 'Nichts wartet auf eine Entscheidung. Von Agenten eingereichte Beiträge erscheinen zuerst hier.',
    waitsAll: 'Alle Freigaben',
    next: 'Nächste 24 Stunden',
    nextEmpty: 'Für diese Zeit ist nichts geplant. Freigegebene Beiträge erscheinen hier mit ihrem Termin.',
    now: 'jetzt',
    out: 'Veröffentlicht',
    outEmpty: 'Noch wurde nichts veröffentlicht.',
    all: 'Alle ansehen',
    agents: {
      title: 'Agenten, letzte 30 Tage',
      all: 'Alle Agenten',
      asked: (asked) => `${asked} eingereicht`,
      approved: (share) => `${share} % freigegeben`,
      sentBack: (share) => `${share} % zurückgegeben`,
      rejected: (share) => `${share} % abgelehnt`,
    },
    factor: {
      title: 'Nur ein Passwort schützt dieses Konto',
      why: 'Inhaber und Betreiber entscheiden über Zugänge, Zahlungen und Veröffentlichungen. Eine App oder ein Passkey ist in einer Minute eingerichtet.',
      do: 'Einrichten',
      later: 'Nicht auf diesem Gerät',
    },
    first: 'Erste Schritte',
    firstDone: (done, of) => `${done} von ${count(of, 'Schritt', 'Schritten')} erledigt`,
    sandbox: 'Sandbox verbinden',
    sandboxWhy:
      'Sie veröffentlicht auf einer Seite dieser Konsole, damit Sie alles ausprobieren können, ohne dass es jemand sieht. Ein Beitrag dort kostet keine Credits.',
    agent: 'Agenten hinzufügen',
    agentWhy: 'Er bereitet Beiträge vor, kann aber nie freigeben. Sie bestimmen, was er sonst darf.',
    post: 'Den ersten Beitrag gegenzeichnen',
    postWhy: 'Reicht der Agent einen Entwurf ein, wartet er unter Freigaben auf Sie. Sie können auch selbst einen schreiben.',
    postDo: 'Entwurf schreiben',
    postOut: 'Veröffentlicht. Ansehen',
  },
};
