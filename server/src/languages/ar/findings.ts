import type { Translation } from '../translation.ts';

/** Where the safety checks found something, `payloads/outgoing-texts.ts`. */
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
};
