import type { ScreenMessages } from '../messages'

export const screens: ScreenMessages = {
  home: 'ホームへ',
  retry: 'もう一度試す',
  missing: {
    title: 'ページが見つかりません',
    hint: 'ページが移動したか、もともと存在しない可能性があります。アドレスに誤りがないかもご確認ください。',
  },
  broken: {
    title: 'アプリケーションエラー：ブラウザーで例外が発生しました',
    hint: 'このページはブラウザーで動作を停止しました。もう一度試すと、たいていは解決します。',
  },
}
