import type { PageMessages } from '../messages'

export const page: PageMessages = {
  body: {
    linkTo: '本節連結',
    play: '播放',
    open: '開啟',
    show: '顯示',
    contacts: '顯示後將連線至',
    codeIn: '程式碼',
    wrapLines: '自動換行',
    diagram: '圖表',
    source: '圖表原始碼',
    zoomIn: '放大圖片',
    zoomOut: '還原圖片',
    contents: '目錄',
    breadcrumb: '目前位置',
    table: '表格',
    copy: '複製',
    copied: '已複製',
    copyFailed: '複製失敗',
  },
  header: { navigation: '網站導覽', menu: '選單', more: '更多', search: '搜尋' },
  contents: { label: '本頁內容', title: '目錄', top: '回到頂端' },
  actions: { link: '複製連結', markdown: '複製為 Markdown', edit: '在 Notion 中編輯' },
  theme: {
    system: '配色：跟隨裝置。切換為淺色。',
    light: '配色：淺色。切換為深色。',
    dark: '配色：深色。切換為跟隨裝置。',
  },
}
