import type { PageMessages } from '../messages'

export const page: PageMessages = {
  body: {
    linkTo: 'このセクションへのリンク',
    play: '再生',
    open: '開く',
    show: '表示',
    contacts: '表示すると次に接続します：',
    codeIn: 'コード',
    wrapLines: '行を折り返す',
    diagram: '図',
    source: '図のソース',
    zoomIn: '画像を拡大',
    zoomOut: '画像を元の大きさに戻す',
    contents: '目次',
    breadcrumb: '現在の位置',
    table: '表',
    copy: 'コピー',
    copied: 'コピーしました',
    copyFailed: 'コピーできませんでした',
  },
  header: { navigation: 'サイト', menu: 'メニュー', more: 'その他', search: '検索' },
  contents: { label: 'このページの内容', title: '目次', top: '先頭に戻る' },
  actions: { link: 'リンクをコピー', markdown: 'Markdown としてコピー', edit: 'Notion で編集' },
  theme: {
    system: '配色：デバイスに合わせる。ライトに変更。',
    light: '配色：ライト。ダークに変更。',
    dark: '配色：ダーク。デバイスに合わせるに変更。',
  },
}
