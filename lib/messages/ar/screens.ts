import type { ScreenMessages } from '../messages'

export const screens: ScreenMessages = {
  home: 'إلى الصفحة الرئيسية',
  retry: 'حاول مرة أخرى',
  missing: {
    title: 'تعذّر العثور على هذه الصفحة',
    hint: 'ربما نُقلت الصفحة، أو لم تكن هنا قط، أو في العنوان خطأ.',
  },
  broken: {
    title: 'خطأ في التطبيق: حدث استثناء في المتصفح',
    hint: 'توقفت الصفحة عن العمل في متصفحك. إعادة المحاولة تحل المشكلة عادةً.',
  },
}
