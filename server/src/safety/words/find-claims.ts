import { type Sentence, say } from '../../languages/sentence.ts';
import type { Pause } from '../../long-work/let-others-go.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findShapes, type Shape } from './find-shapes.ts';

const HEALTH = say`This is a health claim. Keep it only if it is proven and permitted.`;
const MONEY = say`This promises a financial return. Keep it only if it is certain, and state the risk.`;
const PROMISE = say`This promises something without a condition. Leave it in only if you can keep and prove it.`;
const FIRST = say`This is a superlative claim. Keep it only if you can prove it, and cite the source.`;

const ILLS =
  '(?:cancer|diabetes|arthritis|autism|adhd|depression|anxiety|asthma|dementia|alzheimer\\S{0,2}|covid(?:-19)?|flu|acne|migraines?|insomnia|eczema|psoriasis|tinnitus|baldness|hair loss|obesity|high blood pressure|insomnie|chronic pain|back pain|krebs|diabète|arthrose|migräne|migraña|enxaqueca|rheuma|schlaflosigkeit|depressionen|cáncer|artritis|ansiedad|insomnio|cancro|diabete|artrite|emicrania|kanker|artrose|câncer)';
/** In digits or in words. */
const COUNT =
  '(?:\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|zwei|drei|vier|fünf|sechs|acht|zehn|zwanzig|deux|trois|quatre|cinq|six|huit|dix|vingt|dos|tres|cuatro|cinco|seis|ocho|diez|veinte|due|tre|quattro|cinque|dieci|venti|dez|vinte|tien|twintig)';
const NOT =
  '(?<!\\b(?:not?|never|isn.t|aren.t|cannot be|can.t be|without|nicht|keine?|kein|pas|sans|no|sin|non|niet|geen|não) (?:\\w{1,12} )?)';

const shape = (source: string): RegExp => new RegExp(source, 'giu');

const SHAPES: Shape[] = [
  ...claims(HEALTH, [
    `${NOT}(?<!\\p{L})(?:cures?|heals?|treats?|relieves?|soothes?|alleviates?|prevents?|lindert|soulage|alivia|allevia|reverses?|eliminates?|gets? rid of|heilt|verhindert|guérit|soigne|cura|previene|sana|geneest|protects? (?:\\p{L}{1,12} )?(?:from|against)|schützt (?:\\p{L}{1,12} )?(?:vor|gegen)|protège (?:\\p{L}{1,12} )?(?:de|du|contre)|protege (?:de|del|contra)) (?:\\p{L}{1,12} ){0,2}(?:l[’'])?${ILLS}(?!\\p{L})`,
    `${NOT}(?<!\\p{L})(?:pain|symptom|ache|wrinkle)[- ]free (?:after|in|within)|(?:schmerz|falten|beschwerde)frei (?:nach|in) \\p{L}{1,12} (?:sitzung|tag|woche|minute)|sans (?:douleur|rides) (?:après|en) |(?:erases?|removes?|eliminates?|élimine|efface|elimina|borra|entfernt|verwijdert) (?:\\p{L}{1,12} )?(?:wrinkles?|cellulite|rides|arrugas|rughe|falten|rimpels|rugas)(?!\\p{L})|(?:cures?|heals?|ends?|guarantee[sd]?|garantizamos|garantimos|garantiamo|garantieren|garantissons|garanderen)(?: (?!\\d)\\p{L}{1,12}){0,5} (?:pain|dolor|dor|dolore|schmerz(?:en|frei)?|douleur|pijn)(?!\\p{L})`,
    `(?<!\\p{L})(?:a |the |ein |une? |una? )?(?:cure|remedy|heilmittel|remède|cura|remedio) (?:for|gegen|contre|contra|para|per) (?:\\p{L}{1,12} ){0,2}${ILLS}(?!\\p{L})`,
    `${NOT}(?<!\\p{L})(?:clinically|medically|scientifically) (?:proven|tested)(?!\\p{L})|${NOT}klinisch (?:bewiesen|getestet|bewezen|bevist|beprövad)|cliniquement prouvée?s?|clínicamente (?:probad[oa]s?|comprovad[oa]s?)|clinicamente (?:testat[oaie]|provat[oaie])|wissenschaftlich (?:bewiesen|erwiesen)|scientifiquement prouvée?s?|científicamente (?:probad|demostrad|comprovad)[oa]s?|klinicznie (?:udowodnion|przebadan)\\p{L}{1,3}`,
    `(?<!\\p{L})(?:doctors? (?:recommended|hate)|(?:no|zero|without) side[- ]effects|ohne nebenwirkungen|sans effets? secondaires?|sin efectos secundarios|senza effetti collaterali|zonder bijwerkingen|sem efeitos colaterais|bez skutków ubocznych|uten bivirkninger|utan biverkningar)(?!\\p{L})`,
    `(?<!\\p{L})(?:lose|drop|shed|burn) (?:up to )?${COUNT} ?(?:kg|kilos?|lbs?|pounds?|stone) (?:in|within|by)|(?:verlieren|verliert|verlier|schmelzen) (?:\\p{L}{1,6} )?${COUNT} ?(?:kg|kilos?|pfund) (?:in|binnen)|(?:${COUNT} ?(?:kg|kilos?)) (?:abnehmen|verlieren|perdus?|menos|in meno|afvallen|a menos) (?:in|en|em)|(?:perdez|pierde|perdi|perca|perda|verlies|schrumpf) ${COUNT} ?(?:kg|kilos?|chili|quilos) (?:en|in|em)`,
    `(?<!\\p{L})miracle (?:cure|pill|drink|weight|diet|cream|serum)|wunder(?:mittel|heilung|pille|diät)|(?:boosts?|strengthens?|supercharges?) your immune system|stärkt (?:dein|ihr) immunsystem|(?:detoxes|detoxifies|flushes toxins|entgiftet (?:den|deinen|ihren) körper)|fda[- ]approved`,
  ]),
  ...claims(MONEY, [
    `${NOT}guaranteed? (?:\\p{L}{1,12} )?(?:returns?|profits?|income|gains?|yields?|interest|approval|winnings?)|(?:garantierte?r?|gesicherte) (?:rendite|gewinne?|zinsen|erträge?)|(?:rendement|revenus?|gains?) garantis?|(?:rentabilidad|ganancias?|ingresos) (?:garantizad[oa]s?|asegurad[oa]s?)|(?:rendimento|guadagn[oi]) garantit[oi]|gegarandeerd (?:rendement|inkomen)|(?:lucro|renda|retorno) garantid[oa]|gwarantowan\\p{L}{1,3} zysk`,
    `${NOT}(?<!\\p{L})(?:risk[- ]free (?:investment|returns?|profit|income|trading)|(?:no|zero|without any?) risk to (?:you|your money)|risikolos(?:e[rns]?)? (?:anlage|rendite|gewinn\\p{L}{0,2}|investieren)|ohne risiko (?:anlegen|investieren|verdienen)|investissement sans risque|inversión sin riesgos?|(?:risk[- ]free|risikofrei\\p{L}{0,2}|risikolos\\p{L}{0,2}|sans risque|sin riesgos?|senza rischi\\p{L}{0,2}|sem riscos?|zonder risico)[^.!?\\n]{0,30} (?:returns?|profits?|yields?|rendite|gewinn\\p{L}{0,2}|zinsen|rendement|gains?|rentabilidad|ganancias?|rendimento|guadagn[oi]|lucros?)|(?:returns?|profits?|yields?|rendite|gewinne?|zinsen|rendement|gains?|rentabilidad|ganancias?|rendimento|guadagn[oi]|lucros?)[^.!?\\n]{0,30} (?:risk[- ]free|risikofrei|without (?:any )?risk|ohne (?:jedes )?risiko|sans (?:aucun )?risque|sin (?:ningún )?riesgo|senza (?:alcun )?rischio|sem (?:nenhum )?risco)|investimento senza rischi\\p{L}{0,2}|investimento sem riscos?|beleggen zonder risico)`,
    `(?<!\\p{L})(?:double|triple|10x) your (?:money|investment|savings|bitcoin|income)|get[- ]rich[- ]quick|verdopple (?:dein|ihr) geld|schnell reich|doublez votre (?:argent|mise)|duplica tu (?:dinero|inversión)|raddoppia (?:i tuoi|il tuo) (?:soldi|denaro|investimento)|verdubbel je geld|dobre seu dinheiro`,
    `(?<!\\p{L})(?:earn|make|verdiene|verdienen sie|gagnez|gana|guadagna|ganhe|verdien|tjen|tjäna|zarabiaj) (?:up to |bis zu |jusqu’à |hasta |fino a |até |tot |opp til |upp till )?(?:R?[$]|[€£])? ?\\d[\\d.,' ]{1,9} ?(?:[$€£]|kr|zł|usd|eur|euros?|dollars?|reais)? ?(?:a|per|every|pro|am|par|al|por|im|/) ?(?:day|week|month|tag|woche|monat|jour|semaine|mois|día|dia|semana|mes|mês|giorno|settimana|mese|dag|week|maand|uke|vecka)(?!\\p{L})`,
    `(?<!\\p{L})(?:passive income (?:on autopilot|while you sleep)|financial freedom in \\d|to the moon|can.t lose|cannot lose|100x gem|next bitcoin)(?!\\p{L})`,
  ]),
  ...claims(PROMISE, [
    `${NOT}(?<!\\p{L})(?:guaranteed|100 ?% (?:guaranteed|effective|safe|secure|success)|(?:results|success) (?:is |are )?guaranteed|works every time|never fails)(?! (?:minimum|basic|by law|places?|seats?|entry|delivery slot))(?!\\p{L})`,
    `${NOT}(?<!\\p{L})(?:garantiert (?!nicht)|100 ?% (?:sicher|wirksam|erfolg)|garantie de résultats?|résultats? garantis?|100 ?% efficace|résultados? garantizados?|resultados? garantizados?|100 ?% (?:eficaz|seguro)|risultati? garantit[oi]|100 ?% efficace|resultaat gegarandeerd|resultados? garantidos?|100 ?% (?:skuteczn|effektiv|veilig)\\p{L}{0,2}|garanterat resultat|garantert resultat)`,
  ]),
  ...claims(FIRST, [
    `${NOT}(?<!\\p{L})(?:(?:we are|we.re|voted|ranked|rated|named) (?:as )?(?:the )?(?:#|no\\.? ?|number )(?:1|one)|wir sind (?:die )?(?:nummer|nr\\.?) (?:1|eins)|nous sommes (?:les? |la )?(?:n(?:°|º|uméro) ?(?:1|un)|premiers)|somos (?:el |la |os |as )?(?:número|nº) ?(?:1|uno|um)|siamo (?:il |la )?numero (?:1|uno)|wij zijn (?:de )?nummer (?:1|één))(?!\\p{L})`,
    `${NOT}(?<!\\p{L})(?:(?:the |our )?(?:world.s|europe.s|the country.s|germany.s|america.s|britain.s) (?:best|leading|number one|no\\. ?1|#1|safest|cheapest)|(?:the )?(?:#|no\\. ?|number )(?:1|one) (?:brand|choice|app|provider|agency|solution|rated|in the (?:world|country|city|uk|us))|the only \\p{L}{2,15} you(?:.ll)? ever need|unbeatable prices?|cheapest (?:prices? )?(?:in|anywhere))(?!\\p{L})`,
    `(?<!\\p{L})(?:weltweit (?:beste[rns]?|führende[rns]?)|die nummer (?:1|eins) (?:in|der|am)|n(?:°|º|uméro) ?1 (?:mondial|en france|du marché|in italia|en españa|del mundo)|el mejor del mundo|la mejor del mundo|il migliore al mondo|le meilleur du monde|nummer 1 van nederland|(?:o|a) melhor do mundo|najlepsz\\p{L}{1,3} na świecie)(?!\\p{L})`,
  ]),
];

/**
 * Claims about health, money and success that regulators require proof for. Warnings: only a person knows whether
 * they are justified.
 */
export function findClaims(text: string, pause: Pause): Promise<TextFinding[]> {
  return findShapes(text, 'unproven_claim', SHAPES, pause);
}

function claims(message: Sentence, sources: readonly string[]): Shape[] {
  return sources.map((source) => ({ shape: shape(source), message, severity: 'warn' as const }));
}
