import { type Words, wordSets } from './find-shapes.ts';

/** The open fields of a template, by language; as written between brackets. */
const FIELDS: Words = {
  en: 'names?|first ?name|last ?name|full ?name|surname|dates?|days?|month|year|time|venue|place|location|address|street|city|town|country|price|amount|cost|discount|percent(?:age)?|link|url|website|phone(?: number)?|number|e-?mail|company|brand|business|client|customer|product|service|event|title|headline|subject|speaker|guest|author|team|job title|position|department|quote|source|photo|image|picture|video|logo|caption|hashtags?|emoji|cta|call to action|text|copy|topic|theme|industry|audience|season|occasion|handle|partner|sponsor|winner|collection|model|colou?r|size',
  de: 'name|vorname|nachname|datum|tag|monat|jahr|uhrzeit|zeit|ort|adresse|straße|stadt|land|preis|betrag|rabatt|prozent|link|webseite|website|telefon(?:nummer)?|nummer|firma|firmenname|unternehmen|marke|kunde|kundin|kundenname|produkt|produktname|leistung|veranstaltung|titel|überschrift|betreff|referent(?:in)?|gast|autor(?:in)?|abteilung|stelle|zitat|quelle|foto|bild|video|logo|text|thema|branche|zielgruppe|anlass|partner|gewinner(?:in)?|farbe|größe|modell|anzahl',
  fr: 'nom|prénom|date|jour|mois|année|heure|horaires?|lieu|adresse|rue|ville|pays|prix|montant|remise|pourcentage|lien|site(?: web)?|téléphone|numéro|entreprise|société|marque|client(?:e)?|produit|nom du produit|service|événement|titre|objet|intervenant(?:e)?|invité(?:e)?|auteur|poste|service|citation|source|photo|image|vidéo|logo|texte|sujet|thème|secteur|occasion|partenaire|gagnant(?:e)?|couleur|taille|modèle',
  es: 'nombre|apellidos?|fecha|día|mes|año|hora|horario|lugar|dirección|calle|ciudad|país|precio|importe|descuento|porcentaje|enlace|web|teléfono|número|empresa|marca|cliente|producto|nombre del producto|servicio|evento|título|asunto|ponente|invitado|autor|puesto|cita|fuente|foto|imagen|vídeo|logo|texto|tema|sector|ocasión|socio|ganador(?:a)?|color|talla|modelo',
  pt: 'nome|sobrenome|apelido|data|dia|mês|ano|hora|horário|local|lugar|endereço|morada|rua|cidade|país|preço|valor|desconto|percentual|link|site|telefone|número|empresa|marca|cliente|produto|nome do produto|serviço|evento|título|assunto|palestrante|convidado|autor|cargo|citação|fonte|foto|imagem|vídeo|logo|texto|tema|setor|ocasião|parceiro|vencedor(?:a)?|cor|tamanho|modelo',
  it: 'nome|cognome|data|giorno|mese|anno|ora|orario|luogo|indirizzo|via|città|paese|prezzo|importo|sconto|percentuale|link|sito|telefono|numero|azienda|marchio|cliente|prodotto|nome (?:del )?prodotto|servizio|evento|titolo|oggetto|relatore|ospite|autore|ruolo|citazione|fonte|foto|immagine|video|logo|testo|tema|settore|occasione|vincitore|vincitrice|colore|taglia|modello',
  nl: 'naam|voornaam|achternaam|datum|dag|maand|jaar|tijd|tijdstip|plaats|locatie|adres|straat|stad|land|prijs|bedrag|korting|percentage|link|website|telefoon(?:nummer)?|nummer|bedrijf|bedrijfsnaam|merk|klant|klantnaam|product|productnaam|dienst|evenement|titel|kop|onderwerp|spreker|gast|auteur|functie|citaat|bron|foto|afbeelding|video|logo|tekst|thema|sector|gelegenheid|partner|winnaar|kleur|maat|model',
  pl: 'imię|nazwisko|imię i nazwisko|data|dzień|miesiąc|rok|godzina|miejsce|adres|ulica|miasto|kraj|cena|kwota|rabat|procent|link|strona|telefon|numer|firma|nazwa firmy|marka|klient|produkt|nazwa produktu|usługa|wydarzenie|tytuł|temat|prelegent|gość|autor|stanowisko|cytat|źródło|zdjęcie|wideo|logo|tekst|treść|branża|okazja|partner|zwycięzca|kolor|rozmiar|model|nazwa',
  tr: 'ad|adı|isim|ad soyad|soyad|soyadı|tarih|gün|ay|yıl|saat|yer|mekan|mekân|adres|sokak|şehir|ülke|fiyat|tutar|indirim|oran|bağlantı|link|web sitesi|telefon|numara|firma|firma adı|şirket|şirket adı|marka|müşteri|müşteri adı|ürün|ürün adı|hizmet|etkinlik|başlık|konu|konuşmacı|konuk|yazar|pozisyon|alıntı|kaynak|fotoğraf|görsel|video|logo|metin|tema|sektör|kazanan|renk|beden|model',
  ar: 'اسم|الاسم|اسم المنتج|اسم الشركة|اسم العميل|التاريخ|تاريخ|اليوم|الوقت|الساعة|المكان|مكان|العنوان|المدينة|السعر|سعر|الرابط|رابط|الهاتف|رقم الهاتف|الشركة|العميل|المنتج|الحدث|النص|الصورة|صورة|نص',
  ja: '名前|氏名|お名前|日付|日時|時間|時刻|場所|会場|住所|店名|店舗名|会社名|社名|商品名|製品名|サービス名|価格|金額|値段|割引率|リンク|URL|電話番号|番号|担当者名?|お客様名|顧客名|タイトル|件名|テーマ|イベント名|写真|画像|本文|テキスト|ハッシュタグ',
};
const ALL_FIELDS = Object.values(FIELDS).join('|');
/** Before or after a field: "your", "insert", "here". */
const FILLER =
  '(?:(?:your|the|insert|enter|add|put|choose|select|hier|ihr|dein|bitte|einfügen|votre|ton|insérer|saisir|indiquer|tu|su|insertar|poner|indicar|seu|sua|inserir|colocar|tuo|vostro|inserire|inserisci|je|uw|jouw|vul|wpisz|wstaw|podaj|twoje|buraya|أدخل|ضع|of|of the|des|der|du|de la|del|do|da|dello|della|van het|van de) ){0,2}';
const BEHIND =
  '(?: (?:here|goes here|hier|ici|aquí|aqui|qui|tutaj|buraya|girin|yazın|eklenecek|einfügen|eintragen|ergänzen|invullen|invoegen|هنا|を入力|を記入|入る|未定))?';

/** "[VILLE]", "<datum>", "{{nome}}", "«NOMBRE»", "【商品名】", but no HTML element. Each repetition is bounded. */
export const BRACKETED_FIELD = new RegExp(
  `(?!<(?:address|caption|link|picture|source|time|title|video)[ >])(?:[[<{［《〈](?:[[<{]){0,2}|\\((?=\\p{Lu}{3}))\\s?${FILLER}(?:${ALL_FIELDS})(?:[ _/-](?:${ALL_FIELDS}|\\d|xx?))?${BEHIND}\\s?(?:[\\]>}］》〉]{1,3}|(?<=\\p{Lu})\\))(?!\\()|【(?:${FIELDS.ja})(?:を?入力|未定|後日|入る)?】`,
  'giu',
);

const caps = (words: string): string => words.toUpperCase();
/** "NAME OF PRODUCT", "PRODUKTNAME", "NOM DU PRODUIT": a field in capitals within a text. */
export const FIELD_IN_CAPITALS = new RegExp(
  `(?<![\\p{L}\\p{N}#@])(?:(?:YOUR |INSERT |ENTER |ADD )(?:${caps(FIELDS.en ?? '')})(?: HERE)?|(?:PRODUCT|COMPANY|CLIENT|CUSTOMER|EVENT|SPEAKER|BRAND|VENUE|CITY|STORE|SHOP|GUEST|FIRST|LAST|PARTNER|SERVICE) NAME|NAME OF (?:THE )?(?:PRODUCT|COMPANY|CLIENT|EVENT|SPEAKER|VENUE|GUEST|BRAND|PERSON)|(?:PRODUKT|FIRMEN|KUNDEN|VERANSTALTUNGS|ORTS|GAST|MARKEN|VOR|NACH)NAME|NAME (?:DES|DER) (?:PRODUKTS?|FIRMA|KUNDEN|KUNDIN|VERANSTALTUNG|REFERENT\\p{Lu}{2,4}|GAST\\p{Lu}{0,2})|(?:TEXT|BILD|FOTO|LINK|PREIS|DATUM|ORT|UHRZEIT) (?:HIER|EINFÜGEN|ERGÄNZEN|FOLGT|FEHLT)|NOM (?:DU|DE LA|DE L[’']) ?(?:PRODUIT|CLIENTE?|MARQUE|ENTREPRISE|SOCIÉTÉ|ÉVÉNEMENT|EVENEMENT|BOUTIQUE|INVITÉ|LIEU)|(?:TEXTE|PHOTO|LIEN|PRIX|DATE|LIEU|HEURE) (?:ICI|À VENIR|A VENIR|À COMPLÉTER|À DÉFINIR|À CONFIRMER)|NOMBRE (?:DEL?|DE LA) (?:PRODUCTO|CLIENTE|EMPRESA|MARCA|EVENTO|TIENDA|PONENTE|LOCAL)|(?:TEXTO|FOTO|ENLACE|PRECIO|FECHA|LUGAR|HORA) (?:AQUÍ|PENDIENTE|POR (?:DEFINIR|CONFIRMAR|COMPLETAR)|A COMPLETAR)|NOME (?:D[OA]|DELL[AO’']|DEL|D[AO] ?) ?(?:PRODUTO|CLIENTE|EMPRESA|MARCA|EVENTO|LOJA|PRODOTTO|AZIENDA|NEGOZIO|RELATORE|OSPITE)|NOME PRODOTTO|(?:TEXTO|FOTO|LINK|PREÇO|DATA|LOCAL|HORA) (?:AQUI|PENDENTE|A DEFINIR|A CONFIRMAR|POR COMPLETAR)|(?:TESTO|FOTO|LINK|PREZZO|DATA|LUOGO|ORA) (?:QUI|DA (?:DEFINIRE|COMPLETARE|INSERIRE|CONFERMARE|AGGIUNGERE))|NAAM (?:VAN )?(?:HET |DE )?(?:PRODUCT|BEDRIJF|KLANT|EVENEMENT|SPREKER|GAST|WINKEL)|(?:PRODUCT|BEDRIJFS|KLANT)NAAM|(?:TEKST|FOTO|LINK|PRIJS|DATUM|PLAATS|TIJD) (?:HIER|INVOEGEN|INVULLEN|VOLGT|AANVULLEN)|NAZW[AĘ] (?:PRODUKTU|FIRMY|KLIENTA|WYDARZENIA|MARKI|SKLEPU)|(?:TEKST|ZDJĘCIE|LINK|CENA|DATA|MIEJSCE|GODZINA) (?:TUTAJ|DO UZUPEŁNIENIA|DO POTWIERDZENIA|WSTAWIĆ)|(?:ÜRÜN|FİRMA|ŞİRKET|MÜŞTERİ|ETKİNLİK|MARKA|KONUK) ADI|(?:METİN|GÖRSEL|LİNK|FİYAT|TARİH|YER|SAAT) (?:BURAYA|EKLENECEK|GİRİLECEK))(?![\\p{L}\\p{N}])`,
  'gu',
);

const MONTHS =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|(?:de )?(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro)|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|januari|februari|maart|mei|augustus|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık)';
/** Dates, times, prices and addresses without a value. */
export const EMPTY_VALUES: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:XX?\\.?|xx\\.?|\\?\\?\\.?|_{1,6}\\.?|…{1,3}|\\.{3,6}|00\\.?)(?:st|nd|rd|th|er)? (?:of )?${MONTHS}(?!\\p{L})|(?<!\\p{L})${MONTHS} (?:XX|xx|\\?\\?|_{2,6})(?![\\p{L}\\p{N}])`,
    'gu',
  ),
  /(?<![\p{L}\p{N}_])(?:_{2,6}|\?\?|xx)[./-](?:_{2,6}|\?\?|xx|\d{1,2})(?:[./-](?:_{2,6}|\?{2,4}|x{2,4}|(?:20)?\d{0,2}))?(?![\p{L}\p{N}_])/giu,
  /(?<![\p{L}\p{N}])(?:DD[./-]MM[./-]YY(?:YY)?|MM[./-]DD[./-]YY(?:YY)?|YYYY-MM-DD|TT\.MM\.JJ(?:JJ)?|JJ[./-]MM[./-]AA(?:AA)?|DD[./-]MM[./-]AA(?:AA)?|GG[./-]MM[./-]AA(?:AA)?|DD[./-]MM[./-]JJ(?:JJ)?|DD[./-]MM[./-]RRRR|GG[./-]AA[./-]YYYY|HH:MM)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}.,])(?:00[.,]00|X{1,4}[.,](?:X{2}|-|–)|_{2,6}(?:[.,]_{2})?|\?\?(?:[.,]\?\?)?|…{2,4}) ?(?:€|EUR|euros?|[$£]|USD|GBP|zł|PLN|TL|₺|R\$|CHF|円)(?!\p{L})|(?:€|EUR|[$£]|R\$|₺|TL|CHF) ?(?:00[.,]00|X{1,4}[.,](?:X{2}|-)|X{2,5}|_{2,6}|\?\?|…{2,4})(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:at|on|in|from|until|call|tel\.?:?|phone:?|am|um|ab|bis|vom|unter|à|le|au|dès|el|en|a las|desde|no dia|às|na rua|il|alle|dal|in via|op|om|vanaf|bij|dnia|w dniu|o godz\.?|przy ul\.?|ul\.|od|saat|tarih:?|adres:?|price:?|preis:?|prix:?|precio:?|preço:?|prezzo:?|prijs:?|cena:?|fiyat:?|date:?|datum:?|fecha:?|data:?|venue:?|ort:?|lieu:?|lugar:?|local:?|luogo:?|plaats:?|miejsce:?) (?:_{2,20}|…{2,10}|\.{5,20}|\?\?\?)(?![\p{L}\p{N}])/giu,
  /(?:[〇○◯●△×＊]{2,6}|[xXＸ]{2,4})(?=様|さん|氏|月|日|時|円|店|社|県|市|丁目|%|％|名|人|駅|号|年)|(?<![\p{L}\p{N}])[〇○◯●△]月[〇○◯●△\d]{1,2}日|[〇○◯●△]時[〇○◯●△\d]{0,2}分?|[〇○◯●△]円/gu,
];

/** Requests to a colleague, within brackets or with a word for the time before publication. */
const ASKS =
  "(?:please|pls|plz|can (?:you|we|some(?:one|body))|could (?:you|someone|we)|would you|do we|is this|are we|should we|need(?:s)? (?:to be )?(?:check|confirm|approv|sign)\\p{L}*|check (?:with|this|the|if|whether|date|price|name|spelling|link)|confirm (?:with|this|the|date|price)|ask \\p{Lu}\\p{L}+|double[- ]check|to (?:check|confirm|approve|follow|come)|waiting (?:for|on)|still (?:needs?|missing|waiting|open)|not sure (?:about|if|whether)|swap|replace (?:this|the|with)|add (?:the |a |link|photo|price|date)|kannst du|könn(?:t|en) (?:ihr|sie|wir)|bitte (?:noch|prüfen|checken|ergänzen|klären|nachfragen|kontrollieren|gegenlesen|freigeben|abstimmen|bestätigen)|prüfe\\p{L}{0,2} (?:bitte|mal|noch)|mit \\p{Lu}\\p{L}+ (?:\\p{Lu}\\p{L}+ )?(?:klären|abstimmen|absprechen)|noch (?:klären|prüfen|offen|ergänzen|abstimmen|fehlt|einfügen|freigeben)|stimmt (?:das|der|die)|fehlt noch|peux-tu|pouvez-vous|pourrais-tu|tu peux|merci de (?:vérifier|valider|relire|compléter|confirmer)|à (?:vérifier|valider|confirmer|relire|compléter|remplacer)|vérifie[rz]? (?:avec|le|la|l[’'])|demande[rz]? à|voir avec|(?:\\p{Lu}\\p{L}+) (?:relit|valide|confirme)|puedes|podéis|podrías|por favor,? (?:revisa|confirma|comprueba|completa|añade)\\p{L}*|(?:revisar|confirmar|consultar|preguntar|verificar|comprobar) (?:con|a|el|la|fecha|precio|si)|pregunta(?:r|d)? a|falta (?:el|la|confirmar|añadir|foto|precio)|pendiente de|por (?:confirmar|definir|completar|revisar)|podes|você pode|pode(?:s|m)? (?:confirmar|verificar|ver)|a (?:confirmar|definir|completar|verificar)|confirmar com|perguntar (?:a|à|ao)|falta (?:o|a) \\p{L}+|puoi|potete|potresti|da (?:verificare|confermare|completare|definire|rivedere|sostituire|controllare|aggiungere)|chied(?:ere|i|ete) a|verific(?:a|are|ate) (?:con|la|il|se)|controll(?:a|are) (?:con|la|il|se)|sentire|manca (?:la|il|ancora)|kun je|kunnen jullie|wil je|graag (?:nog )?(?:checken|controleren|aanvullen|navragen)|nog (?:checken|controleren|invullen|aanvullen|navragen|afstemmen|bevestigen|toevoegen)|check(?:en)? (?:even|bij|met)|vraag (?:even )?(?:aan|na)|in te vullen|aan te vullen|navragen bij|możesz|możecie|sprawdź\\p{L}*|proszę (?:sprawdzić|uzupełnić|potwierdzić)|zapytaj\\p{L}*|potwierdź\\p{L}*|do (?:uzupełnienia|sprawdzenia|potwierdzenia|ustalenia|akceptacji|poprawy|zmiany)|brakuje|uzgodnić z|bakar mısın|kontrol (?:et|eder misin|edelim|edilecek)\\p{L}*|onayla(?:r mısın|t|yın|nacak)?|sor(?:ar mısın|alım|ulacak)|teyit (?:et|edil|edelim)\\p{L}*|eklenecek|doldurulacak|netleşecek|güncellenecek|lütfen (?:kontrol|ekle|onayla|doldur)\\p{L}*|هل يمكن(?:ك|كم)?|يرجى (?:التأكد|المراجعة|إضافة|تأكيد)|راجع|تأكد|اسأل|يستكمل|سيضاف|بانتظار|確認(?:して|お願い|中|後|要)|要確認|未確認|未定|差し替え|後で|追記|あとで|仮(?:です|の|テキスト|文)|ください)";
const NOTE_BRACKET = new RegExp(
  `[([{（［【][^()[\\]{}（）［］【】\\n]{0,60}?(?<![\\p{L}])${ASKS}[^()[\\]{}（）［］【】\\n]{0,80}[)\\]}）］】]`,
  'giu',
);
const NOTE_BRACKET_JA =
  /[(（［【[][^()（）［］【】[\]\n]{0,40}?(?:確認(?:して|お願い|中|後|要|待ち)|要確認|未確認|未定|差し替え|あとで|後で|追記|仮)[^()（）［］【】[\]\n]{0,40}[)）］】\]]/gu;

/** A request and a time before publication, in one sentence. */
const BEFORE: Words = {
  en: 'before (?:(?:we|you|this|it|i) )?(?:post|posting|publish|publishing|publication|goes? (?:out|live|up)|going (?:out|live)|go live|send(?:ing)? (?:it )?out|launch|scheduling)\\p{L}{0,3}, prior to (?:posting|publication), once (?:approved|signed off)',
  de: 'vor (?:dem |der )?(?:posten|veröffentlichung|veröffentlichen|freigabe|versand|publizieren|online-?stellen), bevor (?:wir|ihr|du|das|es|der post)(?: \\p{L}+){0,3} (?:posten|postest|veröffentlich\\p{L}*|rausgeht|online geht|rausschick\\p{L}*)',
  fr: "avant (?:de |la |l[’']|d[’'])?(?:publi\\p{L}*|poster|diffus\\p{L}*|envo\\p{L}*|mise en ligne), avant que (?:ça|ce|cela) (?:parte|sorte)",
  es: 'antes de (?:publicar\\p{L}*|la publicación|subir\\p{L}*|postear|enviar\\p{L}*|que salga)',
  pt: 'antes de (?:publicar|postar|enviar|subir|ir ao ar), antes da publicação',
  it: 'prima (?:di|della|che) (?:pubblicar\\p{L}*|pubblicazione|postare|inviar\\p{L}*|metter\\p{L}* online|esca)',
  nl: 'voor(?:dat)? (?:(?:we|je|dit|het|jullie) )?(?:(?:hem|het|dit) )?(?:plaats\\p{L}*|post\\p{L}{0,3}|publi\\p{L}*|online (?:gaat|zetten)|de deur uit\\p{L}*|live gaat)',
  pl: 'przed (?:publikacją|opublikowaniem|wrzuceniem|wysłaniem|wysyłką), zanim (?:opublik|wrzuc|wypuś)\\p{L}*',
  tr: '(?:yayınla|paylaş|gönder|yayına al)\\p{L}{0,4} önce, yayından önce',
  ar: 'قبل النشر, قبل نشر, قبل أن ننشر, قبل الإرسال',
  ja: '公開前, 投稿前, 配信前, 掲載前, アップする前, 公開する前, 投稿する前',
};
const ASKED: Words = {
  en: "please, pls, can (?:you|someone), could (?:you|someone), need(?:s)? (?:to be )?(?:check|confirm|approv|updat|replac|fix)\\p{L}*, (?:to|must) be (?:checked|confirmed|approved|replaced|updated), ask \\p{Lu}\\p{L}+, remember to, don[’']t forget to, check with, confirm with, run (?:this|it) (?:by|past)",
  de: 'bitte, muss(?:t)? noch, müssen (?:wir )?noch, noch (?:prüfen|klären|checken|ergänzen|abstimmen), nicht vergessen, kannst du, könnt ihr, mit \\p{Lu}\\p{L}+ (?:klären|abstimmen|absprechen), nachfragen, fragen',
  fr: "merci de, peux-tu, pouvez-vous, il faut, à (?:vérifier|valider|confirmer|relire), demander à, voir avec, n[’']oublie\\p{L}* pas, penser à, vérifier, compléter, relire",
  es: 'por favor, hay que, falta, puedes, podéis, preguntar a, pregunta a, consultar con, confirmar con, revisar, comprobar, cambiar, no olvid\\p{L}*, pendiente',
  pt: 'por favor, falta, é preciso, pode\\p{L}?, perguntar, confirmar com, revisar, verificar, trocar, não esquec\\p{L}*, pendente',
  it: 'per favore, manca, bisogna, puoi, potete, chiedere a, chiedi a, sentire, verificare, controllare, confermare con, ricordar\\p{L}*, cambiare, sostituire',
  nl: 'graag, moet nog, moeten nog, kun je, kunnen jullie, vraag, navragen, checken, controleren, niet vergeten, aanpassen, invullen',
  pl: 'proszę, trzeba, należy, możesz, zapytaj\\p{L}*, zapytać, sprawdź\\p{L}*, sprawdzić, potwierdzić, uzupełnić, uzupełnij\\p{L}*, podmień\\p{L}*, nie zapomnij\\p{L}*',
  tr: 'lütfen, kontrol (?:et|ed)\\p{L}*, sor\\p{L}{1,5}, onay\\p{L}*, teyit\\p{L}*, ekle\\p{L}*, değiştir\\p{L}*, unutma\\p{L}*',
  ar: 'يرجى, الرجاء, تأكد, راجع, اسأل, لا تنس, يجب, أضف, غير',
  ja: 'ください, お願い, 要確認, 確認, 差し替え, 忘れず, 聞い, 修正',
};
/** What is done for readers before publication is news, not a note. */
const OF_READERS: Words = {
  en: 'we (?:check|read|review|fact)\\p{L}*, approves, approved by a, person reads, your (?:order|comment|review)s?, every (?:line|post|text|article|fact), always, our (?:editors?|policy), readers',
  de: 'wir prüfen, jede\\p{L}*, immer, unsere redaktion',
  fr: 'nous (?:vérifions|relisons), chaque, toujours, notre rédaction, on ne publie jamais',
  es: 'revisamos, cada, siempre, nuestra redacción',
  pt: 'revisamos, cada, sempre, nossa redação',
  it: 'verifichiamo, ogni, sempre, la nostra redazione',
  nl: 'wij controleren, elk\\p{L}?, altijd, onze redactie',
  pl: 'sprawdzamy, każd\\p{L}*, zawsze, nasza redakcja',
  tr: 'her, daima, editörlerimiz',
  ar: 'نراجع, كل, دائما',
  ja: '毎回, 必ず, 編集部では',
};
export const EDITOR_NOTES = { together: [wordSets(BEFORE), wordSets(ASKED)], unless: [wordSets(OF_READERS)] };
export const BRACKET_NOTES: readonly RegExp[] = [NOTE_BRACKET, NOTE_BRACKET_JA];

/** Unfinished, or not yet for readers. */
export const NOT_READY: readonly RegExp[] = [
  /(?<!\p{L})(?:(?:do not|don[’']t|pls don[’']t|please don[’']t) (?:post|publish|share|send|schedule) (?:this |it |that )?(?:yet|until)|not (?:ready|yet ready) (?:to post|for posting|to publish|to go out|to be posted)|not to be (?:posted|published|shared) (?:yet|before|until)|not yet to be (?:posted|published)|hold (?:this|the) post (?:until|for)|post this (?:on|once|when|after) |noch nicht (?:posten|veröffentlichen|freigeben|online stellen|teilen|rausschicken|freigegeben)|(?:bitte )?erst (?:nach|am|ab) [^.!?\n]{1,30} (?:posten|veröffentlichen)|(?:ne )?pas encore (?:publier|poster|diffuser|à publier)|à ne pas (?:publier|diffuser|poster)|(?:todavía|aún) no (?:publicar|subir|postear)|no (?:publicar|subir) (?:todavía|aún|hasta|antes)|ainda não (?:publicar|postar)|não (?:publicar|postar) (?:ainda|até|antes)|(?:ancora )?non (?:ancora )?(?:pubblicare|postare)(?: ancora| prima| fino)?|non ancora (?:da )?(?:pubblicare|approvato)|nog niet (?:plaatsen|posten|publiceren|delen|online)|pas (?:plaatsen|posten) (?:na|op|vanaf)|(?:jeszcze )?nie (?:publikować|publikuj|wrzucać|wrzucaj)(?: jeszcze| przed)?|henüz (?:yayınlama|paylaşma|yayınlanmayacak)\p{L}{0,6}|yayınlamayın|لا تنشر(?:وا)?(?: بعد| قبل| حتى)|لا ينشر (?:بعد|قبل)|ليس للنشر)(?!\p{L})|まだ(?:公開|投稿)しない|公開しないで|投稿しないで|公開NG|下書きです|(?:ダミー|仮)(?:テキスト|文章|画像|文)/giu,
  /(?<![\p{L}\p{N}])(?:DRAFT|ENTWURF|BROUILLON|BORRADOR|RASCUNHO|BOZZA|CONCEPT|KONCEPT|SZKIC|WERSJA ROBOCZA|ROBOCZE|TASLAK|مسودة|下書き|草稿|案)[ _-]?(?:v\.? ?|V\.? ?|Nr\.? ?|n[°º] ?|#|version )?\d{1,2}(?:\.\d)?(?![\p{L}\p{N}])|(?:^|\n)\W{0,4}(?:SZKIC|TASLAK|WERSJA ROBOCZA|مسودة|下書き|草稿|【下書き】|【仮】)\W/gu,
  /(?<![\p{L}\p{N}])(?:TEXT|COPY|DETAILS?|DATE|PRICE|PHOTO|LINK|TEXTE|TEXTO|TESTO|TEKST|METİN)S? (?:TO (?:BE )?(?:COMPLETED|ADDED|CONFIRMED|FOLLOW|COME|SUPPLIED)|TBC|TBD|À (?:COMPLÉTER|VENIR)|(?:POR|A) (?:COMPLETAR|CONFIRMAR|DEFINIR)|DA (?:COMPLETARE|DEFINIRE|CONFERMARE|INSERIRE|AGGIUNGERE|RIVEDERE)|DO (?:UZUPEŁNIENIA|POTWIERDZENIA)|VOLGT|FOLGT|EKLENECEK)(?![\p{L}\p{N}])/giu,
  /(?<!\p{L})(?:texte définitif à venir|(?:text|texte|copy|bild|foto|photo|preis|link|datum|details) (?:folgt noch|wird noch (?:ergänzt|nachgereicht)|fehlt noch|still missing|still to (?:come|follow)|goes here|à venir|encore à définir)|(?:doors|time|venue|date|price|uhrzeit|ort|lieu|horaire|lugar|hora|luogo|orario|plaats|tijd)(?: \p{L}{2,6})? ?:? (?:tbd|tbc)|(?:prix|date|lieu|heure|fecha|precio|lugar|hora|prezzo|data|luogo|ora|preço|local|horário|cena|termin|miejsce|godzina) ?:? ?(?:à (?:compléter|confirmer|définir)|(?:por|a) (?:completar|confirmar|definir)|da (?:definire|confermare|completare)|do (?:uzupełnienia|ustalenia|potwierdzenia)))(?!\p{L})/giu,
];

/** A game with readers, who fill in the blank. */
export const GAME =
  /fill in|fill the|blank|finish (?:the|this) sentence|complete (?:the|this)|your answer|in the comments|quiz|riddle|guess|lücke|ergänzt|vervollständig|beendet den satz|in die kommentare|quizz|complét(?:ez|e) la phrase|en commentaire|devinez|complet(?:a|ad|e|em) (?:la|a) frase|en (?:los )?comentarios|nos comentários|adivin|completa(?:te)? la frase|nei commenti|indovin|maak (?:de|deze) zin af|vul aan:|in de reacties|raad|dokończ|uzupełnij zdanie|w komentarz|zgadnij|cümleyi tamamla|yorumlar|tahmin|boşlu[kğ]|أكمل|في التعليقات|خمن|穴埋め|コメント(?:で|欄)|クイズ|何が入る/i;

/** A chatbot presenting a text, in languages whose phrases begin with a word of consent. */
export const HANDED_OVER: readonly RegExp[] = [
  /(?:^|\n)\W{0,4}(?:sure(?: thing)?|certainly|of course|absolutely|great(?: question| idea)?|happy to help|no problem|got it|gerne?|natürlich|selbstverständlich|klar|kein problem|bien sûr|avec plaisir|volontiers|d[’']accord|claro|por supuesto|con gusto|desde luego|aquí tienes?|com certeza|com prazer|certo|certamente|ecco(?:lo|la|ti)?|volentieri|natuurlijk|uiteraard|zeker|graag gedaan|oczywiście|jasne|pewnie|chętnie|elbette|tabii(?: ki)?|memnuniyetle|بالتأكيد|بالطبع|طبعا|بكل سرور)(?:[!,.:،]| –| -){1,2}\s{1,2}[^\n]{0,80}?(?:post|tweet|caption|copy|draft|version|option|headline|beitrag|text|entwurf|fassung|vorschl|légende|publication|brouillon|proposition|publicaci|opcion|borrador|texto|versión|publicaç|legenda|rascunho|versão|didascalia|bozza|testo|versione|proposte|bericht|bijschrift|tekst|versie|wpis|opis|wersj|propozycj|gönderi|metin|paylaşım|taslak|seçenek|منشور|نص|صياغة|خيارات|نسخة)[^\n]{0,60}?:/giu,
  /(?:^|\n)\W{0,4}(?:oto (?:\p{L}{1,12} ){0,3}(?:wpis|post|propozycj|opis|wersj|tekst)\p{L}{0,5}|işte (?:\p{L}{1,14} ){0,4}(?:gönderi|metin|paylaşım|post|taslak)\p{L}{0,6}|(?:إليك|إليكم|هذا|هذه) (?:\p{L}{1,14} ){0,3}(?:منشور|النص|صياغة|مسودة|اقتراح)\p{L}{0,4})[^\n.!?]{0,60}:/giu,
  /(?:^|\n)[^\n。]{0,6}(?:もちろんです|承知(?:しました|いたしました)|かしこまりました|了解しました|はい、)[！!。、][^\n]{0,50}(?:です|ます|ました)?[。：:]|以下(?:は|が|に|の)[^\n。]{0,24}(?:投稿|文案|文章|キャプション|ツイート|案)[^\n。]{0,12}(?:です|ます)?[。：:]|(?:投稿|キャプション)案[：:]/gu,
  /(?<!\p{L})(?:as an ai,? i (?:can|do|am|cannot|don|have no|only)[^.!?\n]{0,6}|i[’']m just an ai|(?:in |with )?(?:under|around|exactly|about) \d{2,3} characters?(?: as requested|, as you asked)|as (?:you )?requested,? (?:here|i)|i[’']ve kept (?:it|this) (?:short|under|concise|brief)|here[’']s (?:a|an|the) (?:shorter|longer|punchier|revised|updated|polished|rewritten|more \p{L}{3,14}) (?:version|take|draft|option)|want me to (?:tweak|shorten|adjust|make|write|add|translate)|shall i (?:shorten|add|write|make|translate)|let me know (?:if|which|what) (?:you(?:[’']d)?|one|version|option)[^.!?\n]{0,40}(?:prefer|tweak|adjust|change|like me|works)|soll ich(?: [^.!?\n]{1,40})? (?:kürzen|umschreiben|anpassen|schreiben|ergänzen|übersetzen)|sag(?:en)? (?:sie )?(?:mir )?bescheid,? (?:wenn|falls|ob) (?:ich|du|sie)[^.!?\n]{0,40}(?:anpassen|ändern|kürz)|voulez-vous que je|souhaites?-tu que je|tu veux que je|n[’']hésite[sz]? pas à me dire si|¿?quieres que (?:te |lo |la )?(?:escriba|acorte|añada|adapte|traduzca)|si quieres,? puedo|vuoi che (?:lo|la|ti|ne) |se vuoi,? posso|quer que eu|se quiser,? posso|wil je dat ik|zal ik (?:hem|het|een|er)|als je wilt,? kan ik|chcesz,? żebym|mogę (?:też |również )?(?:skrócić|przygotować|dodać)|istersen(?:iz)? (?:daha|bunu|başka)|هل تريد(?:ني)? أن|يمكنني (?:أيضا )?(?:تعديل|اختصار)|jako (?:model językowy|sztuczna inteligencja)|bir (?:yapay zek[aâ]|dil modeli) olarak|بصفتي (?:نموذج|ذكاء)|كنموذج لغوي)(?!\p{L})|AIとして|(?:ご希望|必要)であれば[^\n。]{0,20}(?:調整|修正|作成|短く)/giu,
];
