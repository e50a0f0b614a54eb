import type { ScreenMessages } from '../messages'

export const screens: ScreenMessages = {
  home: '返回首页',
  retry: '重试',
  missing: { title: '找不到此页面', hint: '页面可能已经移动，也可能从未存在，或者地址有误。' },
  broken: { title: '应用程序错误：浏览器端发生异常', hint: '页面在您的浏览器中停止了工作，重试通常可以解决。' },
}
