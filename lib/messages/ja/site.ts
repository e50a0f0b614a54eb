import type { Messages } from '../messages'

export const site: Messages = {
  locale: 'ja',
  skipToContent: '本文へ移動',
  breadcrumbs: '現在の位置',
  navigation: 'サイト',
  untitled: '無題',
  unnamed: 'ワークスペース',
  readingTime: (minutes) => `約 ${minutes} 分で読めます`,
  published: '公開日',
  edited: (date) => `最終更新：${date}。`,
  signIn: 'ログイン',
  account: 'アカウント',
  organization: '所属する組織',
  membersSite: '会員サイト',
  notYetPublic: (reason) => `まだ公開されていません（${reason}）。このページを読めるのは編集者だけです。`,
  switchOrganization: '複数の組織に所属している場合は、別の組織に切り替えるとこのページを開けることがあります。',
  notHeld: 'このページの本文は、まだワークスペースからコピーされていません。',
  contentMissing: 'このページの本文は、ワークスペースにありません。',
  madeWith: 'Colophon で作成しました。',
  emptySite: 'まだ何も公開されていません',
  emptySiteHint: 'ワークスペースのページが公開されると、ここに自動的に表示されます。',
  rows: {
    place: (view, number, pages) =>
      pages === 1 ? `${view}：すべての行` : `${view}：${pages} ページ中 ${number} ページ`,
    pages: '行のページ',
    previous: '前の行',
    next: '次の行',
  },
  around: {
    label: '続けて読む',
    previous: '前のページ',
    next: '次のページ',
    related: '関連するページ',
    backlinks: 'このページへのリンク元',
  },
  lists: {
    tags: 'タグ',
    archive: 'アーカイブ',
    count: (pages) => `${pages} ページ`,
    place: (number, numbers) => `${numbers} ページ中 ${number} ページ`,
    newer: '新しいページ',
    older: '古いページ',
  },
  unlock: {
    label: 'パスワード',
    hint: 'このページはパスワードで保護されています。',
    submit: 'ページを開く',
    wrong: 'パスワードが違います。',
  },
  near: 'お探しのページはこちらですか',
  search: '検索',
  comments: 'コメント',
  home: 'ホームへ',
  errors: {
    400: {
      title: '無効なリクエスト',
      hint: 'アドレスが壊れているため、どのページにも対応しません。コピーの途中で切れた可能性があります。',
    },
    403: { title: 'アクセスできません', hint: 'ログインしていますが、ここに閲覧できる内容はありません。' },
    404: {
      title: 'ページが見つかりません',
      hint: 'ページが移動したか、もともと存在しない可能性があります。アドレスに誤りがないかもご確認ください。',
    },
    405: {
      title: '許可されていないメソッド',
      hint: 'このアドレスは読み取り専用です。内容を送信せず、ページとして開いてください。',
    },
    408: {
      title: 'リクエストのタイムアウト',
      hint: 'リクエストの到着に時間がかかりすぎました。しばらくしてからお試しください。',
    },
    410: { title: '削除されたページ', hint: 'このページは以前公開されていましたが、完全に取り下げられました。' },
    413: { title: '内容が大きすぎます', hint: 'リクエストの内容が、このサイトで受け付けられる量を超えています。' },
    429: {
      title: 'リクエストが多すぎます',
      hint: '短時間に非常に多くのリクエストがありました。少し待ってから、もう一度お試しください。',
    },
    431: {
      title: 'リクエストヘッダーが大きすぎます',
      hint: 'アドレスまたは Cookie が長すぎます。このサイトの Cookie を削除してください。',
    },
    500: {
      title: 'サーバー内部エラー',
      hint: 'こちら側で問題が発生しました。何も失われていません。しばらくしてからお試しください。',
    },
    503: {
      title: '一時的に利用できません',
      hint: 'このページは存在しますが、現在表示できません。数分後にもう一度お試しください。',
    },
  },
}
