import type * as en from './en'

export const screens: typeof en.screens = {
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

export const site: typeof en.site = {
  locale: 'ja',
  skipToContent: '本文へ移動',
  breadcrumbs: '現在の位置',
  navigation: 'サイト',
  sidebar: {
    label: 'ページ一覧',
    menu: 'ページ一覧',
    below: (title) => `「${title}」の下のページ`,
    more: 'すべてのページ',
    close: '閉じる',
  },
  tools: {
    markdown: 'Markdown を表示',
    edit: 'このページを編集',
    feedback: 'フィードバックを送る',
    updated: '更新日',
  },
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
  notCopied: 'このページの本文は、まだワークスペースからコピーされていません。',
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
  sharing: { share: '共有', email: 'メール', weibo: '微博' },
  posts: { pinned: '固定', newer: '新しい記事', older: '古い記事', empty: '公開された記事はまだありません。' },
  lists: {
    tags: 'タグ',
    categories: 'カテゴリー',
    authors: '著者',
    archive: 'アーカイブ',
    count: (pages) => `${pages} ページ`,
    place: (number, numbers) => `${numbers} ページ中 ${number} ページ`,
    newer: '新しいページ',
    older: '古いページ',
  },
  forms: {
    newsletter: 'ニュースレター',
    email: 'メールアドレス',
    subscribe: '登録',
    contact: 'お問い合わせ',
    message: 'メッセージ',
    send: '送信',
  },
  unlock: {
    label: 'パスワード',
    hint: 'このページはパスワードで保護されています。',
    submit: 'ページを開く',
    wrong: 'パスワードが違います。',
  },
  languages: { label: '言語', home: 'ホーム' },
  near: 'お探しのページはこちらですか',
  search: '検索',
  comments: 'コメント',
  home: screens.home,
  errors: {
    400: {
      title: '無効なリクエスト',
      hint: 'アドレスが壊れているため、どのページにも対応しません。コピーの途中で切れた可能性があります。',
    },
    403: { title: 'アクセスできません', hint: 'ログインしていますが、ここに閲覧できる内容はありません。' },
    404: screens.missing,
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

export const zoom: typeof en.zoom = {
  open: '画像を拡大',
  close: '閉じる',
  previous: '前の画像',
  next: '次の画像',
  place: (number, total) => `${total} 枚中 ${number} 枚目`,
}

export const page: typeof en.page = {
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
    zoomIn: zoom.open,
    contents: '目次',
    breadcrumb: '現在の位置',
    table: '表',
    copy: 'コピー',
    copied: 'コピーしました',
    copyFailed: 'コピーできませんでした',
  },
  header: { navigation: 'サイト', menu: 'メニュー', more: 'その他', search: '検索' },
  contents: { label: 'このページの内容', title: '目次', top: '先頭に戻る' },
  actions: {
    label: 'このページの操作',
    link: 'リンクをコピー',
    markdown: 'Markdown としてコピー',
    edit: 'Notion で編集',
  },
  theme: {
    system: '配色：デバイスに合わせる。ライトに変更。',
    light: '配色：ライト。ダークに変更。',
    dark: '配色：ダーク。デバイスに合わせるに変更。',
  },
}

export const search: typeof en.search = {
  title: '検索',
  placeholder: '何をお探しですか？',
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
    use: '? キーと / キーを使う',
    close: '開いているものを閉じる',
  },
  keys: { choose: '選択', open: '開く', close: '閉じる' },
}

export const collection: typeof en.collection = {
  interface: {
    views: 'ビュー',
    untitled: '無題',
    more: 'さらに表示',
    all: '全 # 行',
    subitems: 'サブアイテム：#',
    empty: 'まだ何もありません',
    loading: '行を読み込んでいます…',
    failed: '行を読み込めませんでした。もう一度お試しください。',
    filter: '絞り込み',
    filterRows: '行を絞り込む',
    any: 'すべて',
    checked: 'チェックあり',
    unchecked: 'チェックなし',
    clear: 'クリア',
    noMatch: '該当する行はありません',
    matches: '#／# 件',
  },
  missing: 'このビューを読み込めませんでした。',
  database: 'データベース',
  viewNames: {
    table: 'テーブルビュー',
    gallery: 'ギャラリービュー',
    list: 'リストビュー',
    board: 'ボードビュー',
    calendar: 'カレンダービュー',
    timeline: 'タイムラインビュー',
    feed: 'フィードビュー',
    map: 'マップビュー',
    chart: 'チャートビュー',
  },
  calendar: { previous: '前の月', next: '次の月', today: '今日', more: '他 # 件' },
  without: (property) => `${property}なし`,
  others: 'その他',
  totals: {
    count: '件数',
    count_values: '値の数',
    unique: '一意の値',
    empty: '未入力',
    not_empty: '入力済み',
    checked: 'チェックあり',
    unchecked: 'チェックなし',
    sum: '合計',
    average: '平均',
    median: '中央値',
    min: '最小値',
    max: '最大値',
    range: '範囲',
    earliest_date: '最も早い日付',
    latest_date: '最も遅い日付',
  },
}

export const embeds: typeof en.embeds = {
  file: 'ファイル',
  tab: (number) => `タブ ${number}`,
  html: 'HTML コンテンツ',
  youtube: 'YouTube 動画',
  post: (author) => (author === undefined ? '投稿' : `${author} の投稿`),
  gist: (author) => (author === undefined ? 'コード片' : `${author} のコード片`),
  unknown: { name: 'ブロック', notShown: (type) => `${type}（ここでは表示されません）` },
  drawing: { draw: '図を描画', failed: '図を描画できませんでした' },
  kinds: {
    drive: 'ドライブのファイル',
    excalidraw: '図',
    figma: 'デザイン',
    maps: '地図',
    typeform: 'フォーム',
    video: '動画',
  },
}

export const filling: typeof en.filling = {
  title: 'サイトを準備しています',
  hint: 'ワークスペースからページをコピーしています。最初のページが届くと、この画面に自動的に表示されます。',
  progress: (pages, known) => `${known} ページ中 ${pages} ページをコピーしました`,
  waiting: 'ワークスペースが現在応答していません。しばらくしてから再試行します。',
  check: 'ご自身のサイトの場合は、次の設定を確認してください。このコマンドで対処方法が分かります：',
}

export const editors: typeof en.editors = {
  untitled: '無題',
  pages: (count) => `${count} ページ`,
  files: (count) => `${count} 個のファイル`,
  failedFile: (file, reason) => `ファイル ${file}：${reason}`,
  wrong: (count) => `問題が ${count} 件あります`,
  notes: (count) => `注意が ${count} 件あります`,
  nothingWrong: '問題はありません',
  more: (count) => `ほか ${count} 件`,
  reason: {
    accessEmpty: 'Access が空です',
    accessUnknown: (word) => `Access の「${word}」は、アクセス権を表す語ではありません`,
    noOrganization: 'このページと上位のページの両方を読める組織がありません',
    publicUnticked: 'Public にチェックがありません',
    statusEmpty: 'Status が空です',
    status: (status) => `Status が「${status}」です`,
    dateUnreadable: 'Publish at が日付ではありません',
    form: 'フォームへの回答です',
    password: 'パスワードが設定されていますが、SITE_SECRET が設定されていません',
    passwordUnusable: 'パスワードが空白、256 文字超、計算値、または複数のため、入力できません',
    scheduled: (moment) => `${moment} に公開される予定です`,
    wrongType: (property, type) => `プロパティ ${property} の種類「${type}」では、誰が読めるかを指定できません`,
    noPage: (type) => (type === '' ? '種類が空です' : `種類「${type}」は、記事でも固定ページでもありません`),
    noSignIn: '会員専用ですが、ログインが設定されていません',
  },
  finding: {
    unreadableFile: (file, reason) => `ファイル ${file} を読み込めません：${reason}`,
    failedFile: (file, reason) => `ファイル「${file}」を読み込めませんでした：${reason}`,
    unconvertedPicture: (file) =>
      `画像「${file}」は変換できない HEIC ファイルのため、訪問者にはリンクとして表示されます。JPEG ファイルに置き換えてください`,
    largeHtml: (file, kilobytes) =>
      `HTML ファイル「${file}」は ${kilobytes} kB を超えるため、訪問者にはリンクとして表示されます。小さくしてください`,
    unreadablePage: '読み込めず、以前の正常なコピーもありません',
    duplicatePath: (path, preferredPath) =>
      `${preferredPath} は別のページのアドレスなので、アドレスは ${path} です：どちらかに Slug を設定してください`,
    reservedPath: (path, preferredPath) =>
      `${preferredPath} はサイト自身のアドレスなので、アドレスは ${path} です：Slug を設定してください`,
    slugAddress:
      'Slug はページの移動先にできないアドレスです：別のサイトのアドレスは http:// または https:// で始まり、ユーザー名を含まず、Notion のものではない必要があります。パスワード付きのページは別のサイトへ移動できません',
    hidesList: (path) =>
      `アドレスが ${path} のため、同じ名前のサイトの一覧が表示されません：別の Slug を設定してください`,
    deadLink: (to, link) => `${link ? `リンク「${link}」の` : ''}リンク先 ${to} は、サイトのページではありません`,
    unsupportedBlock: (type) => `種類「${type}」のブロックは、テキスト、リンク、または名前だけが表示されます`,
    unsupportedView: (type) => `種類「${type}」のビューは表示されません`,
    imagesWithoutAlt: (count) => `代替テキストのない画像が ${count} 個あります`,
    noDescription: '説明も、説明に使える本文もありません',
    missingFonts: (command) =>
      `タイトルの一部の文字は、フォントがないためソーシャル画像に表示されません。次のコマンドでインストールできます：${command}`,
    wrongAccess: (reason) => `誤りのため公開されていません：${reason}`,
    notPublished: (reason) => `公開されていません：${reason}`,
    closedLink: (to, link) =>
      `${link ? `リンク「${link}」の` : ''}リンク先「${to}」は公開されていないため、訪問者には文字だけが表示されます`,
    unknownFilter: (view) => `ビュー「${view}」のフィルターに不明な部分があり、その部分は無視されます`,
    meFilter: (view) =>
      `ビュー「${view}」は「自分」で絞り込まれています。閲覧者やメンバーには「自分」にあたる人がいないため、どの人の行も表示されません`,
    reduced: {
      code: (text) => `コード「${text}」は長すぎるか行が長すぎるため、色分けされません`,
      diagram: (text) => `図「${text}」は大きすぎるか画像を読み込む可能性があるため、ソースが表示されます`,
      equation: (text) => `数式「${text}」が長すぎるか、ページの数式が多すぎるため、ソースのまま表示されます`,
      property: (name) => `プロパティ「${name}」は値が多すぎるか、計算量が大きすぎるため、一部だけが表示されます`,
    },
    columnsLeftOut: (view) => `ボード「${view}」の列が多すぎるため、行のない列は省かれます`,
    rowsOnRequest:
      'データベースの行が多すぎて一度に表示できません：最後のデータベースの行は、訪問者がボタンで読み込みます',
    wrongLook: (what, text, example) =>
      `サイトの外観の表で、${what} の値「${text}」は無効です：${example} のように指定してください`,
    misnamed: {
      renamed: (property, name) =>
        `プロパティ「${property}」は以前の名前が ${name} だったため、行の閲覧を引き続き制限しています。名前を ${name} に戻すか、プロパティまたはすべての値を削除してください`,
      misspelt: (property, name) =>
        `プロパティ「${property}」にはアクセス権を表す値があるため、${name} とみなされます。名前を ${name} にするか、別の名前にしてください`,
      'without-published': (property) =>
        `プロパティ「${property}」には行を公開するオプションがありましたが、なくなったため、どの行も公開されません。オプションの名前を Published に戻すか、プロパティを削除してください`,
      near: (property, name) =>
        `プロパティ「${property}」は行の閲覧を制限しません。制限する場合は名前を ${name} に、しない場合は別の名前にしてください`,
      heading: {
        renamed: (heading, name) =>
          `見出し行に「${heading}」がある表は、以前の見出しが ${name} だったため、今もページを読める人を制限しています。見出し行に再び ${name} と書くか、表を削除してください`,
        misspelt: (heading, name) =>
          `見出し行に「${heading}」がある表は ${name} の表とみなされます。見出し行に ${name} と書いてください`,
        near: (heading, name) =>
          `見出し行に「${heading}」がある表はページの閲覧を制限しません。制限する場合は、そこに ${name} と書いてください`,
      },
    },
    accessTable: 'Access の表',
    protection: (by, closed, rows) =>
      `${by.length === 0 ? '行の閲覧を制限する独自の設定はありません' : `制限しているもの：${by.join('、')}`}。${rows} 行のうち ${closed} 行は全員には公開されていません`,
    wrongLanguage: {
      unknown: (text) => `「${text}」は言語タグではないため無視されます：en や zh-CN のようなタグを書いてください`,
      'no-page': (text) => `言語「${text}」は無視されます：ホームページがワークスペースにありません`,
      twice: (text) => `言語「${text}」は無視されます：別の言語が同じタグまたは同じホームページを使っています`,
      'too-many': (text) => `言語「${text}」は無視されます：サイトの言語は 50 までです`,
    },
    slowPage:
      '処理に時間がかかりすぎます：コード、数式、関数、ロールアップは簡略化して表示されます。短くするか分割してください',
    slowPageHidden: '簡略化しても処理に時間がかかりすぎるため、表示されません。短くするか分割してください',
    noRoot: (count, candidates) =>
      `ワークスペースの最上位に ${count} ページあり、ルートページが決まっていません：NOTION_ROOT_PAGE に ${candidates.join(' または ')} などの id を設定してください`,
    notCopied: '本文がまだワークスペースからコピーされていません',
    contentMissing: '本文がワークスペースにありません：ファイルが存在しないブロックを参照しています',
    apiLosses: (losses) => `Notion の公式 API は${losses.join('、')}を返さないため、既定値で表示されます`,
    loss: {
      style: 'ページの全幅・小さいテキスト・フォント',
      'cover-position': 'カバーの位置',
      'media-size': 'メディアと埋め込みのサイズと配置',
      'alt-text': '画像の代替テキスト（キャプションを使用）',
      'file-size': 'ファイルのサイズ',
      'table-columns': 'シンプルテーブルの列の幅と色',
      'code-wrap': 'コードの折り返し',
      bookmark: 'ブックマークのタイトル・テキスト・画像',
      preview: 'リンクのプレビュー',
      'time-zone': 'タイムゾーンの名前（時差を表示）',
      'property-order': 'ページ上のプロパティの順序と表示',
      'view-settings': 'ビューのアイコン・読み込み件数・フッター・非表示のグループ・グループとビューの順序',
      transcript: '会議の文字起こし',
    },
    unsharedProperty: (property, database, related) =>
      `データベース「${database}」の「${property}」の値が不明です：${related ? `データベース「${related}」` : '関連先のデータベース'}を、トークンが NOTION_INTEGRATION_TOKEN のコネクトと共有してください（Notion で開き、••• → コネクト）`,
    withheldResults: (property, rows, count) =>
      `数式「${property}」の結果は ${count} 行で表示されません（${rows.join('、')}${rows.length < count ? '…' : ''}）：一部の読者が閲覧できない行に依存するためです`,
    menuTarget: (text) =>
      text === ''
        ? 'アドレスのないメニュー行です：slug を入力してください'
        : `「${text}」へのメニュー行ですが、サイトのアドレスではありません`,
    redirect: {
      taken: (from) => `「${from}」からのリダイレクトは無効です：そのアドレスには既にページがあります`,
      address: (from) =>
        `「${from}」からのリダイレクトは無効です：/former-address のようなサイト内のパスを書いてください`,
      target: (from, to) =>
        `「${from}」のリダイレクト先「${to}」は、サイト内のアドレスでも https:// で始まるアドレスでもありません`,
      loop: (from, to) => `「${from}」から「${to}」へのリダイレクトは循環しているため無効です`,
      'too-many': (from) => `「${from}」からのリダイレクトは無効です：表の行が多すぎます`,
    },
    authorPicture: (name, text) => `著者「${name}」の画像「${text}」は https:// で始まるアドレスではありません`,
    unusedConfig: (names) => `Config の行にある次の設定は、サイトでは使われません: ${names}`,
    missingView:
      '読み込めないデータベースのビューがあります：データベースをサイト内にコピーするか、ビューを削除してください',
    formulasNotSearched:
      'すべての行の関数の計算量が検索の上限を超えるため、一部の値は検索できません：関数を簡単にするか、行のページで非表示にしてください',
    textCut: '本文が長すぎて全体を検索できません：分割しないと、末尾の内容は検索できません',
    database: (name, text) => `データベース「${name}」：${text}`,
  },
  check: {
    noPage: (text) => `スナップショットにページ「${text}」がありません：id、アドレス、またはパスを指定してください`,
    notOfSite: 'サイトに含まれていません',
    inTrash: 'このページまたは上位のものがゴミ箱にあります',
    notBelowRoot: '上位をたどってもルートページに着きません',
    public: '全員に表示されます',
    members: '会員に表示されます',
    organizations: (slugs) => `${slugs} のメンバーに表示されます`,
    closed: '誰にも表示されません',
    locked: (audience) => `${audience}（パスワードの入力後）`,
    unlisted: (audience) => `${audience}（一覧には載りません）`,
    way: 'ルートから：',
    database: 'データベース',
    noSetting: 'アクセス権の指定なし',
    decides: '← これで決まります',
    unreadable: '現在は読み込めません。',
    unknownOrganization: (name) =>
      `ログインサービスに組織「${name}」がありません：組織を作成できる人なら誰でも、この slug を取得できます`,
    organizationsUnchecked: 'ログインサービスに、どの組織があるかを問い合わせできませんでした',
  },
  desk: {
    title: '編集者ダッシュボード',
    degraded: 'サイトの機能が低下しています',
    sync: '前回の同期',
    refresh: '今すぐ更新',
    requested: '更新を依頼しました。変更はまもなくここに表示されます。',
    never: 'まだ同期されていません。このサイトはフォルダーの内容を配信しています。',
    state: '状態',
    running: '実行中',
    done: '完了',
    refused: '拒否',
    failed: '失敗',
    full: '完全なコピー',
    difference: '差分のみ',
    started: '開始',
    finished: '終了',
    progress: '進行状況',
    calls: (count) => `${count} 回の呼び出し`,
    changed: '変更内容',
    nothingChanged: '変更はありません。',
    added: '追加',
    changedPage: '変更',
    moved: '移動',
    removed: '削除',
    failedPages: '失敗したもの',
    published: (shown, all) => `${all}のうち ${shown} ページが公開されています。`,
    lint: '修正が必要なもの',
    notes: '参考情報',
    webhook: 'Webhook の検証トークン',
    webhookHint: 'Notion に貼り付け、NOTION_WEBHOOK_TOKEN に設定して、サイトを再起動してください。',
  },
}
