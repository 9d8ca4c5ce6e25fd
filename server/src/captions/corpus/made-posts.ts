/** Building blocks by language: openings, sentences, closings. */
const LANGUAGES: Record<string, readonly (readonly string[])[]> = {
  en: [
    ['Good morning!', 'Heads up:', 'We did it.', 'Quick note for Friday:'],
    [
      'The ferry leaves at 7:45 from pier 3.',
      'Tickets cost £12, children go free.',
      "It's 2 * 3 metres, and we'll keep it.",
      'Rain or shine, we are there.',
    ],
    ['See you there', 'Thanks, all!', 'Any questions?', '– the harbour team'],
  ],
  de: [
    ['Guten Morgen!', 'Achtung:', 'Geschafft.', 'Kurz notiert:'],
    [
      'Die Fähre legt um 7.45 Uhr am Steg 3 ab.',
      'Karten kosten 12,50 €, Kinder fahren umsonst.',
      'Straße gesperrt, Umleitung über die Brücke.',
      '„Bei jedem Wetter“, sagt der Kapitän.',
    ],
    ['Bis dann', 'Danke an alle!', 'Fragen?', 'Euer Hafenteam'],
  ],
  fr: [
    ['Bonjour !', 'À noter :', 'C’est fait.', 'Petit rappel :'],
    [
      'Le bac part à 7 h 45 du quai 3.',
      'Billet : 12 €, gratuit pour les enfants.',
      '« Par tous les temps », dit le capitaine.',
      'L’été, on ouvre aussi le dimanche.',
    ],
    ['À bientôt', 'Merci à tous !', 'Des questions ?', 'L’équipe du port'],
  ],
  es: [
    ['¡Buenos días!', 'Ojo:', 'Hecho.', '¿Listos?'],
    [
      'El barco sale a las 7:45 del muelle 3.',
      'La entrada cuesta 12 €; los niños, gratis.',
      'Llueva o no, allí estaremos.',
      'Mañana abrimos a las diez.',
    ],
    ['Hasta pronto', '¡Gracias a todos!', '¿Preguntas?', 'El equipo del puerto'],
  ],
  pl: [
    ['Dzień dobry!', 'Uwaga:', 'Udało się.', 'Na piątek:'],
    ['Prom odpływa o 7:45 z mola nr 3.', 'Bilet kosztuje 12 zł, dzieci za darmo.', 'Łódź „Żuraw” wraca w środę.'],
    ['Do zobaczenia', 'Dzięki!', 'Pytania?'],
  ],
  ru: [
    ['Доброе утро!', 'Внимание:', 'Получилось.'],
    ['Паром отходит в 7:45 от причала 3.', 'Билет стоит 12 €, дети бесплатно.', '«В любую погоду», — говорит капитан.'],
    ['До встречи', 'Спасибо всем!', 'Вопросы?'],
  ],
  ar: [
    ['صباح الخير!', 'تنبيه:', 'تم الأمر.'],
    ['تغادر العبّارة الساعة ٧:٤٥ من الرصيف ٣.', 'السعر 12 يورو، والأطفال مجانًا.', 'سنكون هناك في كل الأحوال.'],
    ['إلى اللقاء', 'شكرًا للجميع!', 'هل من أسئلة؟'],
  ],
  he: [
    ['בוקר טוב!', 'שימו לב:', 'הצלחנו.'],
    ['המעבורת יוצאת בשעה 7:45 מרציף 3.', 'כרטיס עולה 12 ₪, ילדים חינם.', 'בכל מזג אוויר נהיה שם.'],
    ['להתראות', 'תודה לכולם!', 'שאלות?'],
  ],
  ja: [
    ['おはようございます！', 'お知らせ：', '完成しました。'],
    ['フェリーは7時45分に3番桟橋から出ます。', '大人1,200円、子どもは無料です。', '雨でも開催します。'],
    ['お待ちしています', 'ありがとうございました！', 'ご質問は？'],
  ],
  zh: [
    ['早上好！', '请注意：', '完成了。'],
    ['渡轮7点45分从3号码头出发。', '票价12元，儿童免费。', '风雨无阻。'],
    ['到时见', '谢谢大家！', '有问题吗？'],
  ],
  hi: [
    ['सुप्रभात!', 'ध्यान दें:', 'हो गया।'],
    ['नौका 7:45 बजे घाट 3 से निकलती है।', 'टिकट ₹120, बच्चे मुफ़्त।', 'बारिश हो या धूप, हम वहाँ होंगे।'],
    ['फिर मिलेंगे', 'सबका धन्यवाद!', 'कोई सवाल?'],
  ],
  th: [
    ['สวัสดีตอนเช้า!', 'โปรดทราบ:', 'เสร็จแล้ว'],
    ['เรือออกเวลา 7:45 น. จากท่า 3', 'ตั๋ว 120 บาท เด็กฟรี', 'ฝนตกก็ไป'],
    ['แล้วพบกัน', 'ขอบคุณทุกคน!', 'มีคำถามไหม'],
  ],
};

const EMOJI = ['', '', '☀️', '🎉🎉', '👩‍👩‍👧‍👦', '🇩🇰', '👍🏽', '1️⃣', '❤️‍🔥', '(ツ)', '™'];
const LINKS = [
  '',
  '',
  'https://example.org/港/祭り',
  'https://example.org/ميناء?q=قارب',
  'https://example.org/сад_(порт)/план.',
  'https://example.org/été,',
  'https://example.org',
  'https://example.org/a_b?c=1&d=2#e',
  'www.example.org/x',
  'https://de.example.org/straße/ä',
  'https://example.org/(1)',
];
const TAGS = ['', '', '#harbour', '#Ærø #2027plan', '#港', '#ميناء', '#été!', '#C++', '#one#two'];
const NAMES = [
  '',
  '',
  '@ada',
  'Søren & Zoë',
  '@mate@example.social',
  'O’Brien',
  'Z̷a̷l̷g̷o',
  'e\u0301le\u0300ve',
  '@harbour.example',
  '@mate@long.instance.example.org',
  '(@ada@example.social)',
  'ada@example.org',
  'q\u0307\u0323 ñ',
  'नमस्ते क्षमा',
];
/** Characters that look like markup but are not. */
const MARKS = [
  '',
  '',
  '',
  '2 * 3 * 4',
  'snake_case_name',
  ':-*',
  '~30 %',
  '> 20 €',
  '[x] done',
  '1. April',
  'a | b',
  '-- Ada',
  'C# & F#',
  '`',
];
const BREAKS = [' ', '\n', '\n\n', '  ', '\n- ', '\n• ', ' — '];

/** Short posts as people write them, deterministic, in twelve languages in turn. */
export function madePosts(count: number): string[] {
  let state = 20_261_128;
  const next = (most: number): number => {
    // A linear congruential generator, by the constants of Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const oneOf = (values: readonly string[]): string => values[next(values.length)] ?? '';
  const languages = Object.values(LANGUAGES);
  return Array.from({ length: count }, (_, index) => {
    const [openings = [], sentences = [], closings = []] = languages[index % languages.length] ?? [];
    const middle = Array.from({ length: 1 + next(3) }, () => oneOf(sentences));
    const words = [
      oneOf([...openings, '']),
      oneOf(EMOJI),
      ...middle,
      oneOf(NAMES),
      oneOf(MARKS),
      oneOf(LINKS),
      oneOf(TAGS),
      oneOf([...closings, '']),
      oneOf(EMOJI),
    ];
    const [first = '', ...rest] = words.filter(Boolean);
    return rest.reduce((text, word) => text + oneOf(BREAKS) + word, first).trim();
  });
}
