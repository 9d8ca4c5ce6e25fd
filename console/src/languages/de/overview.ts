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
      title: 'Wie es steht',
      waiting: (waiting) => (waiting === 1 ? 'wartet auf Sie' : 'warten auf Sie'),
      goingOut: (posts) => (posts === 1 ? 'geht binnen eines Tages hinaus' : 'gehen binnen eines Tages hinaus'),
      stuck: ({ heldBack, unknown, failed }) => {
        const kinds = [
          { posts: heldBack, word: 'aufgehalten' },
          { posts: unknown, word: 'unbekannt' },
          { posts: failed, word: 'diese Woche gescheitert' },
        ].filter(({ posts }) => posts > 0);
        if (kinds.length === 0) return 'aufgehalten oder gescheitert';
        return kinds.map(({ posts, word }) => (kinds.length > 1 ? `${posts} ${word}` : word)).join(' · ');
      },
      credits: (left, promised) => `${left === 1 ? 'Credit' : 'Credits'} übrig${promised > 0 ? `, ${promised} versprochen` : ''}`,
    },
    needs: {
      title: 'Braucht Sie',
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
      look: 'Ansehen',
      all: 'Alle ansehen',
      failed: (title) => `Gescheitert: „${title}“`,
      proposal: (agent) => `Beiträge von ${agent} könnten von selbst hinausgehen`,
      failedOthers: (posts) => `${posts} weitere sind diese Woche gescheitert`,
    },
    waits: 'Wartet auf Sie',
    waitsOthers: 'Wartet auf andere',
    waitsEmpty: 'Nichts wartet auf eine Entscheidung. Was Agenten einreichen, erscheint zuerst hier.',
    waitsAll: 'Alle Freigaben',
    next: 'Nächste 24 Stunden',
    nextEmpty: 'In dieser Zeit geht nichts hinaus. Sobald Sie etwas freigeben, steht hier seine Zeit.',
    now: 'jetzt',
    out: 'Hinausgegangen',
    outEmpty: 'Noch ist nichts hinausgegangen.',
    all: 'Alle ansehen',
    agents: {
      title: 'Agenten, letzte 30 Tage',
      all: 'Alle Agenten',
      asked: (asked) => `${asked} erbeten`,
      approved: (share) => `${share} % freigegeben`,
      sentBack: (share) => `${share} % zurückgegeben`,
      rejected: (share) => `${share} % abgelehnt`,
    },
    factor: {
      title: 'Ein Passwort allein öffnet dieses Konto',
      why: 'Wer das besitzt oder betreibt, entscheidet, wer hereinkommt, was bezahlt wird und was hinausgeht. Eine App oder ein Passkey ist in einer Minute eingerichtet.',
      do: 'Einrichten',
      later: 'Nicht auf diesem Gerät',
    },
    first: 'Erste Schritte',
    firstDone: (done, of) => `${done} von ${count(of, 'Schritt', 'Schritten')} getan`,
    sandbox: 'Sandbox verbinden',
    sandboxWhy:
      'Sie veröffentlicht auf einer Seite dieser Konsole, damit Sie alles versuchen können, ohne dass es jemand sieht. Ein Beitrag dort kostet einen Credit, wie überall.',
    agent: 'Agenten hereinlassen',
    agentWhy: 'Er bereitet Beiträge vor und kann nie freigeben. Sie sagen, was er sonst nicht darf.',
    post: 'Den ersten Beitrag gegenzeichnen',
    postWhy: 'Reicht der Agent einen Entwurf ein, wartet er unter Freigaben auf Sie. Sie können auch selbst einen schreiben.',
    postDo: 'Entwurf schreiben',
    postOut: 'Er ist draußen. Ansehen',
  },
};
