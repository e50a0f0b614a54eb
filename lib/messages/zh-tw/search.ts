import type { SearchMessages } from '../messages'

export const search: SearchMessages = {
  title: '搜尋',
  clear: '清除',
  close: '關閉',
  total: (count) => `${count} 個結果`,
  none: '沒有結果',
  noneHint: '請嘗試其他搜尋字詞',
  error: '搜尋發生錯誤',
  needsScript: '搜尋本站需要 JavaScript。請啟用後重新載入頁面，或使用上方的連結瀏覽。',
  only: (title) => `僅限「${title}」`,
  recent: '最近的搜尋',
  forget: '清除最近的搜尋',
  all: '顯示全部',
  sections: '主要頁面',
  newest: '最新頁面',
  shortcuts: {
    title: '快速鍵',
    search: '搜尋',
    next: '前往下一個連結或欄位',
    sheet: '顯示這些快速鍵',
    pictures: '放大圖片後，切換至其他圖片',
    use: '啟用 ? 鍵',
    close: '關閉目前開啟的視窗',
  },
  keys: { choose: '選擇', open: '開啟', close: '關閉' },
}
