import type { Translation } from '../translation.ts';
import { count, number } from './words.ts';

export const overview: Translation = {
  agentWeeks: {
    title: 'Die letzten acht Wochen',
    all: (weeks) => `Die letzten acht Wochen: ${weeks.join('; ')}`,
    week: (day, approved, decided) => `bis ${day} ${number(approved)} von ${number(decided)} freigegeben`,
  },
  overview: {
    title: 'Übersicht',
    figures: {
      title: 'Stand',
      waiting: (waiting) => (waiting === 1 ? 'wartet auf Sie' : 'warten auf Sie'),
      goingOut: (posts) => (posts === 1 ? 'wird binnen eines Tages veröffentlicht' : 'werden binnen eines Tages veröffentlicht'),
      stuck: ({ heldBack, unknown, failed }) => {
        const kinds = [
          { posts: heldBack, word: 'aufgehalten' },
          { posts: unknown, word: 'unbestätigt' },
          { posts: failed, word: 'diese Woche gescheitert' },
        ].filter(({ posts }) => posts > 0);
        if (kinds.length === 0) return 'aufgehalten oder gescheitert';
        return kinds.map(({ posts, word }) => (kinds.length > 1 ? `${posts} ${word}` : word)).join(' · ');
      },
      credits: (left, promised) => `${left === 1 ? 'Credit' : 'Credits'} übrig${promised > 0 ? `, ${promised} für geplante Beiträge` : ''}`,
    },
    needs: {
      title: 'Zu erledigen',
      nothing: 'Nichts ging schief, und nichts ist aufgehalten.',
      onlyWaiting: 'Nichts ging schief, und nichts ist aufgehalten. Nur Ihre Entscheidungen stehen aus.',
      credits: (left, unit) =>
        `${left === 0 ? 'Keine' : left} ${unit === 'PUBLICATION' ? '' : 'Autopost-'}${left === 1 ? 'Credit' : 'Credits'} übrig`,
      creditsWhy: (promised, asked) =>
        `${[promised > 0 ? `Freigegebene Beiträge brauchen ${promised}` : '', asked > 0 ? `${promised > 0 ? 'auf Sie wartende' : 'Auf Sie wartende Beiträge brauchen'} ${asked}` : ''].filter(Boolean).join(', ')}.`,
      creditsDo: 'Credits holen',
      unknown: (title) => `Ist es angekommen? „${title}“`,
      unknownWhy: (platform) => `${platform} hat nicht geantwortet. Wir senden es nicht zweimal; sehen Sie nach und sagen Sie es uns.`,
      unknownDo: 'Klären',
      broken: (platform, handle) => `${platform}: ${handle} muss neu verbunden werden`,
      brokenDo: 'Neu verbinden',
      held: (posts) => `${count(posts, 'freigegebener Beitrag ist', 'freigegebene Beiträge sind')} aufgehalten`,
      heldOthers: (posts) => `${count(posts, 'weiterer freigegebener Beitrag ist', 'weitere freigegebene Beiträge sind')} aufgehalten`,
      connect: 'Verbinden',
      agents: 'Agenten ansehen',
      look: 'Öffnen',
      all: 'Alle ansehen',
      failed: (title) => `Fehlgeschlagen: „${title}“`,
      proposal: (agent) => `Beiträge von ${agent} könnten automatisch veröffentlicht werden`,
      failedOthers: (posts) => `${posts} weitere sind diese Woche gescheitert`,
    },
    waits: 'Wartet auf Sie',
    waitsOthers: 'Wartet auf andere',
    waitsEmpty: 'Nichts wartet auf eine Entscheidung. Was Agenten einreichen, erscheint zuerst hier.',
    waitsAll: 'Alle Freigaben',
    next: 'Nächste 24 Stunden',
    nextEmpty: 'Für diese Zeit ist nichts geplant. Freigegebene Beiträge erscheinen hier mit ihrer Zeit.',
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
      why: 'Inhaber und Betreiber bestimmen über Zugang, Zahlungen und Veröffentlichung. Eine App oder ein Passkey ist in einer Minute eingerichtet.',
      do: 'Einrichten',
      later: 'Nicht auf diesem Gerät',
    },
    first: 'Erste Schritte',
    firstDone: (done, of) => `${done} von ${count(of, 'Schritt', 'Schritten')} getan`,
    sandbox: 'Sandbox verbinden',
    sandboxWhy:
      'Sie veröffentlicht auf einer Seite dieser Konsole, damit Sie alles versuchen können, ohne dass es jemand sieht. Ein Beitrag dort kostet keine Credits.',
    agent: 'Agenten hereinlassen',
    agentWhy: 'Er bereitet Beiträge vor und kann nie freigeben. Sie bestimmen, was er sonst darf.',
    post: 'Den ersten Beitrag gegenzeichnen',
    postWhy: 'Reicht der Agent einen Entwurf ein, wartet er unter Freigaben auf Sie. Sie können auch selbst einen schreiben.',
    postDo: 'Entwurf schreiben',
    postOut: 'Veröffentlicht. Öffnen',
  },
};
