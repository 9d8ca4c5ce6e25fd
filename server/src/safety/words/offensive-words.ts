/**
 * Words that most readers find offensive, by language: prefixes that no harmless word of any language has ("*" for
 * any ending), or whole words. After "?" come those that are harmless in other languages, as "slut" (Swedish: the
 * end), which count only in a text clearly in their language. Slurs are included. Maintained by hand: available
 * packages list "hård", "Rosette" and "cola".
 */
export const OFFENSIVE: Record<string, string> = {
  en: `fuck* motherfuck* shit shits shitty shithead* shithole* bullshit* cunt* asshole* arsehole* dickhead* wank wanker* wanking twat twats
    bollocks bitch bitches bitchy whore whores nigger* nigga niggas faggot* kike kikes wetback* tranny trannies paki pakis gook gooks chink
    chinks coon coons raghead* retard retards retarded cocksucker* blowjob* jizz cumshot* milf dumbass* jackass* badass* pissed
    ?dick ?dicks ?cock ?cocks ?tits ?titties ?slut ?sluts ?slutty ?fag ?fags ?pussy ?pussies ?prick ?pricks ?bastard ?bastards ?piss ?spic ?spics ?cum ?crap ?arse ?ass`,
  de: `arschloch* arschlöch* arschgeige* arschficker* fick ficken fickt gefickt ficker verfickt* fotze* hurensohn* hurensöhn* hure huren scheiße* scheisse* scheiß*
    beschissen* wichser* wixer* schwuchtel* missgeburt* nutte nutten schlampe schlampen kanake kanaken neger negern spast spasti spasten mongo
    hackfresse* drecksau* kackbratze* vollidiot* verpiss* bumsen zigeunerpack ?arsch ?kacke ?pisse ?titten ?möse ?schwanzlutscher ?luder ?bimbo`,
  fr: `putain putains pute putes salope* salaud* connard* connasse* enculé* enculer encule enfoiré* merde merdes merdique* emmerde* nique niquer
    niqué bougnoul* négro* youpin* pédé pédés tapette bordel branleur* branlette couille couilles foutre chier chiant* trouduc gouine
    ?con ?conne ?cons ?bite ?chatte ?cul ?pd ?nègre ?bicot`,
  es: `joda jodas jodan jodes mierda mierdas puta putas puto putos putada* hijoputa* hijueputa* gilipollas gilipuertas cabrón cabrones cabrona joder jodido* jodida* jódete
    coño coños pendejo* pendeja* chingar chingada* chingado* chinga verga* culero* maricón* maricones marica sudaca* follar mamón follada
    ?polla ?pollas ?coger ?culo ?zorra ?mierdoso ?huevón ?carajo`,
  pt: `caralho* porra foda foder fodido* fodida* fodase foda-se merda merdas puta putas puto filho-da-puta arrombado* buceta* boceta* viado viados
    cuzão bicha bichas escroto corno crioulo punheta* piroca* rapariga ?cu ?pica ?bosta ?cacete`,
  it: `cazzo cazzi cazzata* merda merde stronzo* stronza* stronzi vaffanculo* fanculo coglione* coglioni puttana* puttane troia troie bastardo bastardi
    frocio froci finocchio-di-merda minchia incazzat* figlio-di-puttana zoccola negro-di-merda porcodio terrone terroni ricchione* culattone ?figa ?fica ?culo ?negro`,
  nl: `kut kutweer kutzooi kutding* kutdag* kutwijf* klootzak* kloten godverdomme* gvd hoer hoeren lul lullen neuken neukt mongool kankerlijer* tering teringlijer* tyfus flikker flikkers
    kankerhoer* pleur eikel nikker nikkers mof moffen zak-hooi ?kanker ?lul ?trut ?pik ?reet`,
  sv: `fitta* kuk kukar knulla* jävla jävlar jävel ?hora ?horor helvete neger negrer blatte blattar bög-jävel skit skitstövel* röv rövhål* fan-ta-dig
    ?fan ?bög ?satan`,
  da: `kraftedeme fisse fisser røvhul* kælling* luder perker* neger negre svans pik skide-idiot bøsserøv* fuckhoved* fandme satans ?lort ?røv ?pis`,
  nb: `faen jævla jævlig* fitte fitter kuk drittsekk* hore horer helvete rasshøl* rævhull* neger negre pakkis svarting* ?ræv ?pikk ?dritt`,
  fi: `vittu* vitun perkele* saatana* paska* kusipää* huora* mulkku* kyrpä* pillu* neekeri* ryssä hintti ?perse ?homo`,
  pl: `kurw* chuj* huj jeb* pierdol* spierdal* wypierdal* pizd* skurwysyn* skurwiel* pojeb* zajeb* dziwka dziwki cipa cipy ciota cioty pedał pedały czarnuch* żydek dupek
    ?suka ?dupa ?gówno`,
  cs: `kurv* píč* čurák* zmrd* zkurv* hovno jebat jeban* kokot* mrd* prdel* buzerant* buzna hajzl ?debil ?cikán`,
  sk: `kurv* piča* kokot* jeba* hovno buzerant* zmrd*`,
  hu: `kurv* fasz faszt faszfej* geci* picsa picsá* baszd* baszni megbasz* bazmeg* kibaszott* buzi buzik szar szart seggfej* cigányozik ?segg ?punci`,
  ro: `pula pizda* muie futu* fute căcat cacat curva curve poponar* bulangi* țigan-împuțit`,
  tr: `amk aq siktir* sikerim sikeyim orospu* piç piçler göt-veren götveren* yarrak* yarak ibne ibneler kahpe* amına şerefsiz* pezevenk* ?am ?göt ?sik ?bok`,
  ru: `бля бляд* блять хуй хуя хуё* хуе* охуе* нахуй пизд* ебат* ёб* еба* заеб* уеб* сука суки мудак* пидор* пидар* гандон* жид жиды хач хачи чурка чурки хохол ниггер* ?говно ?жопа`,
  uk: `бля бляд* хуй хуя хуї* пизд* єбат* їбат* заєб* сука мудак* підор* підар* кацап* москал* жид жиди ?гівно ?дупа`,
  el: `γαμώ γαμημέν* μαλάκα* μαλακισμέν* πούστη* πουτάν* μουνί σκατά αρχίδι*`,
  ar: `كسمك كسم قحبة شرموطة شرموط زبي نيك كلب-ابن خرا`,
  he: `זונה זונות שרמוטה מניאק כוסעמק קוקסינל`,
  hi: `चूतिया चूतिये मादरचोद भोसडी* भोसड़ी* बहनचोद रंडी गांडू हरामी chutiya* madarchod* bhenchod* behenchod* bhosdike randi gandu`,
  id: `anjing-lu bangsat kontol memek ngentot jancok bajingan pepek ?anjing ?babi`,
  vi: `địt đụ đĩ-mẹ lồn cặc đéo`,
  tl: `putangina* putang-ina gago tarantado* kantot ulol`,
  ja: `くそったれ クソ野郎 死ね ちんこ チンコ まんこ マンコ キチガイ きちがい 在日野郎`,
  ko: `씨발 시발놈 씨팔 개새끼 병신 좆 지랄 쪽바리 짱깨 보지년`,
  zh: `操你妈 肏 傻逼 傻屄 妈的 他妈的 狗屎 婊子 草泥马 屌丝 支那 黑鬼 幹你娘`,
  th: `ไอ้เหี้ย ควย เย็ดแม่ อีดอก อีสัตว์`,
};
