import type { Translation } from '../translation.ts';

/** What the safety checks find, `safety/`, and where, `payloads/outgoing-texts.ts`. */
export const findings: Translation = {
  'in the text': 'في النص',
  'in the title': 'في العنوان',
  'in the tags': 'في الوسوم',
  'in the link': 'في الرابط',
  'in the title of the link’s card': 'في عنوان بطاقة الرابط',
  'in the description of the link’s card': 'في وصف بطاقة الرابط',
  'in the name of the site on the link’s card': 'في اسم الموقع على بطاقة الرابط',
  'in the description of the picture on the link’s card': 'في وصف الصورة على بطاقة الرابط',
  'in the description of picture {1}': 'في وصف الصورة {1}',
  'in post {1} of the thread': 'في المنشور {1} من السلسلة',
  'in {1}': 'في {1}',
  'This looks like {1}. Take it out, and replace it wherever it is in use.': 'يبدو أن هذا {1}. أزله، واستبدله حيثما كان مستعملًا.',
  'a {1} API key': 'مفتاح API من {1}',
  'a private key': 'مفتاح خاص',
  'an {1} access key id': 'معرّف مفتاح وصول من {1}',
  'an {1} secret key': 'مفتاح سري من {1}',
  'a {1} secret key': 'مفتاح سري من {1}',
  'a {1} token': 'رمز وصول من {1}',
  'an {1} token': 'رمز وصول من {1}',
  'a {1} webhook address': 'عنوان webhook من {1}',
  'a {1} bot token': 'رمز روبوت من {1}',
  'a {1} key': 'مفتاح من {1}',
  'an {1} key': 'مفتاح من {1}',
  'a {1} secret': 'سر من {1}',
  'an AI provider key': 'مفتاح مزوّد ذكاء اصطناعي',
  'a {1} access token': 'رمز وصول من {1}',
  'an {1} access token': 'رمز وصول من {1}',
  'an {1} bearer token': 'رمز Bearer من {1}',
  'a {1} app password': 'كلمة مرور تطبيق من {1}',
  'a JSON web token': 'رمز JSON Web Token',
  'an encrypted Nostr secret key': 'مفتاح Nostr سري مشفّر',
  'the address of a Nostr wallet or signer': 'عنوان محفظة أو موقّع على Nostr',
  'a private key of a wallet': 'مفتاح خاص بمحفظة',
  'a {1} private key': 'مفتاح خاص من {1}',
  'a {1} app token': 'رمز تطبيق من {1}',
  'a {1} refresh token': 'رمز تجديد من {1}',
  'a {1} application password': 'كلمة مرور تطبيق من {1}',
  'a bearer token': 'رمز Bearer',
  'a password': 'كلمة مرور',
  'a key': 'مفتاح',
  'the seed of a wallet': 'عبارة استعادة محفظة',
  'a secret ({1})': 'سر ({1})',
  'This looks like {1}. Leave it in only if its owner wants it to be known.': 'يبدو أن هذا {1}. لا تتركه إلا إن أراد صاحبه أن يُعرف.',
  'an e-mail address': 'بريد إلكتروني',
  'a phone number': 'رقم هاتف',
  'a card number': 'رقم بطاقة',
  'a bank account': 'حساب مصرفي',
  'a social security number': 'رقم ضمان اجتماعي',
  'a national insurance number': 'رقم تأمين وطني',
  'an identity number': 'رقم هوية',
  'a tax number': 'رقم ضريبي',
  'a personal number': 'رقم شخصي',
  'an insurance number': 'رقم تأمين',
  'a passport number': 'رقم جواز سفر',
  'a date of birth': 'تاريخ ميلاد',
  'a home address': 'عنوان سكن',
  'This workspace does not say "{1}". Say it another way.': 'مساحة العمل هذه لا تقول «{1}». قله بعبارة أخرى.',
  'This workspace does not link to {1}. Use another address.': 'مساحة العمل هذه لا تضع روابط إلى {1}. استعمل عنوانًا آخر.',
  'This promises an effect on health. Leave it in only if it is proved, and allowed to be said.':
    'هذا يعد بأثر على الصحة. لا تتركه إلا إن كان مثبتًا ويجوز قوله.',
  'This promises money. Leave it in only if it is sure, and say what the risk is.':
    'هذا يعد بمال. لا تتركه إلا إن كان مؤكدًا، وقل ما المخاطرة.',
  'This promises something without a condition. Leave it in only if you can keep and prove it.':
    'هذا يعد بشيء دون شرط. لا تتركه إلا إن استطعت الوفاء به وإثباته.',
  'This says that nobody is better. Leave it in only if you can prove it, and say by whose count.':
    'هذا يقول إنه لا أحد أفضل. لا تتركه إلا إن استطعت إثباته، وقل بحساب من.',
  'There is writing here that nobody sees and machines read. Take it out.': 'هنا كتابة لا يراها أحد وتقرؤها الآلات. أزلها.',
  'A character here turns the writing around, so that it reads as something else. Take it out.':
    'يقلب حرف هنا اتجاه الكتابة فتُقرأ شيئًا آخر. أزله.',
  'Marks are stacked on a letter here, so that it covers the lines around it. Write the word again.':
    'توجد هنا علامات مكدّسة فوق حرف بحيث تغطي الأسطر المحيطة. أعد كتابة الكلمة.',
  'There is a character here that nobody sees. Take it out, or write the word again.': 'هنا حرف لا يراه أحد. أزله، أو اكتب الكلمة من جديد.',
  'This reads as "{1}", but some of its letters are of another alphabet. Write it again.':
    'يُقرأ هذا «{1}»، لكن بعض حروفه من أبجدية أخرى. اكتبه من جديد.',
  'A place in a template was left open here. Fill it in, or take it out.': 'بقي هنا موضع من قالب فارغًا. املأه، أو أزله.',
  'Here a machine talks about itself or to whoever asked it. Take it out.': 'هنا تتحدث آلة عن نفسها أو إلى من سألها. أزله.',
  'This mark says that the text is not for the public, or not yet. Take it out if the post may go out.':
    'تقول هذه العلامة إن النص ليس للعموم، أو ليس بعد. أزلها إن جاز أن يخرج المنشور.',
  'This looks like a note to whoever finishes the text. Take it out.': 'يبدو أن هذه ملاحظة لمن يُتمّ النص. أزلها.',
  'Many readers take offence at this word. Leave it in only if you mean it.': 'تُنفّر هذه الكلمة كثيرًا من القراء. لا تتركها إلا إن قصدتها.',
  'There are {1} mentions here; more than {2} look like spam. Take some out.':
    'عدد الإشارات هنا {1}؛ وما زاد على {2} يبدو مزعجًا. أزل بعضها.',
  'There are {1} tags here; more than {2} look like spam. Take some out.': 'عدد الوسوم هنا {1}؛ وما زاد على {2} يبدو مزعجًا. أزل بعضها.',
  'A machine wrote this, and it does not say so. Add "{1}", or have a person write it.':
    'كتبت هذا آلة، ولا يقول ذلك. أضف «{1}»، أو اجعل شخصًا يكتبه.',
  'The same text has gone to this account within the last {1} days, or is on its way there.': {
    one: 'خرج النص نفسه إلى هذا الحساب خلال اليوم الأخير، أو هو في طريقه إليه.',
    two: 'خرج النص نفسه إلى هذا الحساب خلال آخر يومين، أو هو في طريقه إليه.',
    few: 'خرج النص نفسه إلى هذا الحساب خلال آخر {1} أيام، أو هو في طريقه إليه.',
    many: 'خرج النص نفسه إلى هذا الحساب خلال آخر {1} يومًا، أو هو في طريقه إليه.',
    other: 'خرج النص نفسه إلى هذا الحساب خلال آخر {1} يوم، أو هو في طريقه إليه.',
  },
  '"{1}" in this address is written in letters that look like others. Use the address of the real site.':
    '«{1}» في هذا العنوان مكتوبة بحروف تشبه غيرها. استعمل عنوان الموقع الحقيقي.',
  'This address looks like one of {1}, and is another. Check where it leads.':
    'يشبه هذا العنوان عنوانًا لـ {1}، وهو غيره. تحقق إلى أين يقود.',
  "{1} is inside somebody's own network. Leave it out: it tells others what is there.":
    '{1} داخل شبكة خاصة. أزله: فهو يُخبر الآخرين بما فيها.',
  'This link carries a user name or password. Take it out of the link, and change the password.':
    'في هذا الرابط اسم مستخدم أو كلمة مرور. أزله من الرابط، وغيّر كلمة المرور.',
  'This link leads to {1}, a private address that readers cannot open. Use a public one.':
    'يقود هذا الرابط إلى {1}، وهو عنوان خاص لا يستطيع القراء فتحه. استعمل عنوانًا عامًا.',
  "This link leads to {1}, which is the reader's own machine.": 'يقود هذا الرابط إلى {1}، وهو جهاز القارئ نفسه.',
  'This network reads "{1}" as its own account "{2}", which may be a stranger\'s. Write the name that the account has here, or leave out the "@".':
    'تقرأ هذه الشبكة «{1}» على أنه حسابها «{2}»، وقد يكون لشخص غريب. اكتب الاسم الذي يحمله الحساب هنا أو احذف «@».',
  '"{1}" mentions no account here. Write "nostr:" followed by the account\'s key, which begins with npub1.':
    'لا يشير «{1}» هنا إلى أي حساب. اكتب «nostr:» ثم مفتاح الحساب الذي يبدأ بـ npub1.',
  'This address hides where it leads. Use the address itself: networks shorten it by themselves.':
    'يُخفي هذا العنوان إلى أين يقود. استعمل العنوان نفسه: فالشبكات تقصّره من تلقائها.',
  'This looks like a copy of a site that is not meant for the public. Use the public address.':
    'يبدو أن هذا نسخة من موقع ليست للعموم. استعمل العنوان العام.',
  'This address is a number without a name. Readers cannot tell whose it is, and it changes: use a name.':
    'هذا العنوان رقم بلا اسم. لا يعرف القراء لمن هو، وهو يتغير: استعمل اسمًا.',
};
