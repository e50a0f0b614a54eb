import type { SearchMessages } from '../messages'
import { formatPlural } from '../plural'

export const search: SearchMessages = {
  title: 'بحث',
  clear: 'مسح',
  close: 'إغلاق',
  total: (count) =>
    formatPlural('ar', count, {
      zero: 'لا نتائج',
      one: 'نتيجة واحدة',
      two: 'نتيجتان',
      few: '# نتائج',
      other: '# نتيجة',
    }),
  none: 'لا نتائج',
  noneHint: 'جرّب كلمات بحث أخرى',
  error: 'خطأ في البحث',
  needsScript: 'يتطلب البحث في هذا الموقع JavaScript. فعّله وأعد تحميل الصفحة، أو استخدم الروابط أعلاه.',
  only: (title) => `في «${title}» فقط`,
  recent: 'عمليات البحث الأخيرة',
  forget: 'مسح عمليات البحث الأخيرة',
  all: 'عرض الكل',
  sections: 'الأقسام',
  newest: 'أحدث الصفحات',
  shortcuts: {
    title: 'اختصارات لوحة المفاتيح',
    search: 'بحث',
    next: 'الانتقال إلى الرابط أو الحقل التالي',
    sheet: 'عرض هذه الاختصارات',
    pictures: 'التنقل بين الصور بعد تكبير إحداها',
    use: 'استخدام مفتاح ?',
    close: 'إغلاق ما هو مفتوح',
  },
  keys: { choose: 'اختيار', open: 'فتح', close: 'إغلاق' },
}
