import type { FillingMessages } from '../messages'

export const filling: FillingMessages = {
  title: '網站正在準備內容',
  hint: '正在從工作區複製頁面。第一批頁面就緒後，本頁會自動顯示。',
  progress: (pages, known) => `已複製 ${pages} / ${known} 個頁面`,
  waiting: '工作區目前沒有回應，稍後會再試一次。',
  check: '如果這是您的網站，請檢查以下設定。此指令會說明如何處理：',
}
