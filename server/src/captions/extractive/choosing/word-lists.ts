/** Words that no tag is made of, whatever the text: they measure or count what it is about. */
const MEASURES = `zero one two three four five six seven eight nine ten eleven twelve dozen twenty thirty forty fifty hundred thousand million billion trillion half
  second minute hour day week month year decade century percent euro dollar pound cent krone kroner kronor yen franc metre meter kilometre kilometer mile
  kilogram kilo gram tonne ton litre liter degree megawatt kilowatt gigabyte megabyte
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
  inc ltd llc gmbh aps plc corp oy
  null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert tausend million millionen milliarden prozent jahr jahre jahren tag tage tagen woche wochen
  monat monate monaten stunde stunden minute minuten uhr montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember
  deux trois quatre cinq sept huit neuf dix cent mille million millions milliard heure heures jour jours semaine mois année années an ans lundi mardi mercredi jeudi vendredi samedi dimanche
  dos tres cuatro cinco seis siete ocho nueve diez cien cientos mil millón millones hora horas día días semana semanas mes meses año años lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
  sete oito nove dez milhão milhões dia dias mês ano anos due tre quattro cinque sei sette otto nove dieci cento ora ore giorno giorni settimana anno anni
  uur dag dagen jaar jaren weken maanden miljoen dage uge måned år timer
  год года году лет день дня дней час часа часов неделя недели месяц месяца тысяч тысячи миллион миллиона миллионов рублей рубля млн млрд
  عام عاما سنة سنوات يوم أيام شهر شهرا أسبوع ساعة الساعة دقيقة صباحا صباحًا مساء مساءً ألف مليون مئة دولار الخامسة السادسة السابعة الثامنة التاسعة العاشرة الخميس الجمعة السبت الأحد الاثنين الثلاثاء الأربعاء
  שנה שנים יום ימים שעה שעות דקה אלף מיליון
  今年 昨年 来年 本日 今日 明日 昨日 午前 午後 時間 以上 以下 月間 年間 年目 土曜 日曜 月曜 火曜 水曜 木曜 金曜 土曜日 日曜日 自分 今月 先月 来月 今日 今天 明天 昨天 上午 下午 今年 去年 星期 星期六 星期日 欢迎 所有`;

/** Words that every text is full of. */
const VAGUE = `support example file user feature version thing project team document documentation information detail change update list number line case people
  default option value result note issue release problem order point question reason side start end place call name help set type form group page text
  word run part piece bit kind sort idea way others everyone morning evening afternoon night weekend hand hands eye life world step mistake lesson wish program
  post article story episode chapter interview company customer member everybody visitor`;

export const MEASURE_WORDS: ReadonlySet<string> = new Set(MEASURES.split(/\s+/));
export const VAGUE_WORDS: ReadonlySet<string> = new Set(VAGUE.split(/\s+/));

/** Digits of Chinese and Japanese. */
const HAN_NUMBER = /^[〇一二三四五六七八九十百千万億亿兆两兩数]+[年月日人冊册回本枚度つ個]?$/u;

/** Whether a word only counts or measures. */
export function isMeasure(word: string, stem: string): boolean {
  return MEASURE_WORDS.has(stem) || MEASURE_WORDS.has(word.toLowerCase()) || HAN_NUMBER.test(word);
}
