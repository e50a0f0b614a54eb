import type { SearchMessages } from '../messages'

export const search: SearchMessages = {
  title: '検索',
  clear: 'クリア',
  close: '閉じる',
  total: (count) => `${count} 件の結果`,
  none: '結果はありません',
  noneHint: '別の言葉で検索してみてください',
  error: '検索エラー',
  needsScript:
    'このサイトの検索には JavaScript が必要です。有効にして再読み込みするか、上のリンクからページをお探しください。',
  only: (title) => `「${title}」の中だけ`,
  recent: '最近の検索',
  forget: '最近の検索を消去',
  all: 'すべて表示',
  sections: '主なページ',
  newest: '新しいページ',
  shortcuts: {
    title: 'ショートカットキー',
    search: '検索',
    next: '次のリンクまたは入力欄へ',
    sheet: 'この一覧を表示',
    pictures: '画像の拡大中に、ほかの画像へ移動',
    use: '? キーを使う',
    close: '開いているものを閉じる',
  },
  keys: { choose: '選択', open: '開く', close: '閉じる' },
}
