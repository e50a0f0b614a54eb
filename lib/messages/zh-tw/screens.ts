import type { ScreenMessages } from '../messages'

export const screens: ScreenMessages = {
  home: '返回首頁',
  retry: '再試一次',
  missing: { title: '找不到此頁面', hint: '頁面可能已經移動，也可能從未存在，或者網址有誤。' },
  broken: { title: '應用程式錯誤：瀏覽器端發生例外狀況', hint: '頁面在您的瀏覽器中停止運作，再試一次通常可以解決。' },
}
