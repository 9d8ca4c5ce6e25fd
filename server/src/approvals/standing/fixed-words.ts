/**
 * Words that negate or quantify: where these differ between posts there is never a slot. In the six languages of the
 * console, lower case, in all common forms.
 */
const NEGATIONS = `
  no not never none nothing neither nor without cannot hardly barely nobody nowhere unless except stop stopped
  nicht nie niemals nichts ohne weder nirgends niemand kaum außer ausser
  ne pas jamais rien sans ni aucun aucune aucuns aucunes personne guère sauf plus
  nunca nada sin tampoco jamás nadie ningún ninguna ninguno excepto salvo
  não nem sem jamais ninguém nenhum nenhuma nenhuns nenhumas exceto
  لا لم لن ليس ليست ليسوا لست بدون دون غير أبدا أبدًا مطلقا مطلقًا عدا سوى إلا`;

const QUANTITIES = `
  all every each both half double twice triple single only any some many much more most few fewer less least several always often
  sometimes rarely seldom entire whole zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
  sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety dozen dozens hundred hundreds thousand
  thousands million millions billion billions maximum minimum unlimited limited first last once
  alle alles aller allen jede jeder jedes jeden jedem beide beiden halb halbe halber halbes doppelt doppelte einmal zweimal dreimal nur
  einige etliche viel viele vielen mehr meist meiste meisten wenig wenige weniger mindestens höchstens immer oft manchmal selten ganz
  ganze null ein eine einen einem einer eines eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig
  fünfzig sechzig siebzig achtzig neunzig hundert tausend million millionen milliarde milliarden dutzend unbegrenzt begrenzt
  tous tout toute toutes chaque deux moitié demi demie double triple seul seule seulement quelques plusieurs beaucoup moins peu toujours
  souvent parfois rarement entier entière zéro un une trois quatre cinq six sept huit neuf dix onze douze vingt trente quarante
  cinquante soixante cent cents mille million millions milliard milliards douzaine illimité illimitée limité limitée
  todo toda todos todas cada ambos ambas medio media mitad doble solo sólo solamente algunos algunas varios varias muchos muchas mucho
  más menos pocos pocas poco siempre frecuentemente veces raramente entero entera cero uno una dos tres cuatro cinco seis siete ocho
  nueve diez once doce veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil millón millones docena
  ilimitado ilimitada limitado limitada
  tudo ambas metade meia meio dobro só apenas alguns algumas vários várias muitos muitas muito mais poucos poucas pouco sempre
  frequentemente raramente inteiro inteira um uma dois duas três quatro cinco seis sete oito nove dez onze doze vinte trinta quarenta
  cinquenta sessenta setenta oitenta noventa cem cento milhão milhões dúzia
  كل جميع كلا كلتا نصف ضعف فقط بعض عدة كثير كثيرا كثيرًا أكثر معظم قليل قليلا قليلًا أقل دائما دائمًا غالبا غالبًا أحيانا أحيانًا نادرا
  صفر واحد واحدة اثنان اثنين ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة عشر عشرون عشرين ثلاثون أربعون خمسون مئة مائة ألف مليون مليار`;

const MONEY = `
  free paid pay pays price priced prices cost costs fee fees cheap cheaper discount discounts refund refunds refundable charge charged
  percent euro euros dollar dollars cent cents pound pounds pence penny yen franc francs real reais peso pesos usd eur gbp chf brl
  credit credits buck bucks sale
  gratis kostenlos umsonst kostenfrei bezahlt bezahlen zahlt zahlen preis preise kosten kostet gebühr gebühren billig billiger rabatt
  rabatte erstattung prozent franken pfund
  gratuit gratuite gratuits gratuites payant payante payer prix coût coûts coûte frais remise remises remboursement pourcent livre livres
  pago pagado pagar precio precios coste costo costos cuesta cuestan tarifa tarifas descuento descuentos reembolso
  grátis gratuito gratuita gratuitos gratuitas preço preços custo custos custa custam taxa taxas desconto descontos libra libras
  مجانا مجانًا مجاني مجانية مدفوع مدفوعة سعر أسعار السعر تكلفة رسوم خصم خصومات استرداد بالمئة يورو دولار سنت جنيه ريال درهم دينار فرنك`;

const FIXED = new Set(`${NEGATIONS} ${QUANTITIES} ${MONEY}`.trim().split(/\s+/));
/** Every ending of "kein", "n’t" and "n’". */
const FIXED_FORM = /^kein|n['’]t$|^n['’]/;

/** Whether a word, or a part of a compound, negates or quantifies, so it must not vary. */
export function isFixedWord(word: string): boolean {
  const written = word.normalize('NFKC').toLowerCase();
  return FIXED_FORM.test(written) || [written, ...written.split(/['’-]/)].some((part) => FIXED.has(part));
}
