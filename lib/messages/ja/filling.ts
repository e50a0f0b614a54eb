import type { FillingMessages } from '../messages'

export const filling: FillingMessages = {
  title: 'サイトを準備しています',
  hint: 'ワークスペースからページをコピーしています。最初のページが届くと、この画面に自動的に表示されます。',
  progress: (pages, known) => `${known} ページ中 ${pages} ページをコピーしました`,
  waiting: 'ワークスペースが現在応答していません。しばらくしてから再試行します。',
  check: 'ご自身のサイトの場合は、次の設定を確認してください。このコマンドで対処方法が分かります：',
}
