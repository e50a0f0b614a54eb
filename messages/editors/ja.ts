import type { editors as english } from './en'

export const editors: typeof english = {
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
    indexPath: (path, preferredPath) =>
      `${preferredPath} のように index で終わるアドレスは使えないため、アドレスは ${path} です：別の Slug を設定してください`,
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
    looseFootnote: (marker) =>
      `脚注「${marker}」は、印またはページ末尾の注がないため、そのままの文字として表示されます`,
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
    unknownLookTableRow: (row, nearest) =>
      `サイトの外観の表の行「${row}」は何も設定しません：「${nearest}」のことですか？`,
    navigationTarget: (title, to) =>
      `ナビゲーションの表の「${title}」のリンク先「${to}」は訪問者が開けません：公開ページをメンションするか、https://、mailto:、/ のいずれかで始まるアドレスを指定してください`,
    wrongComments: (text) =>
      `Comments の値が「${text}」のため、コメントがありません：on、off、closed のいずれかにしてください`,
    wrongLayout: (text) => `Layout の値「${text}」は wide、plain、landing のいずれでもありません`,
    wrongSeo: {
      canonical: (text) => `Canonical の値「${text}」は https のアドレスでも、サイトの公開ページでもありません`,
      noindex: (text) => `Noindex の値「${text}」は無効です：yes または no を指定してください`,
      title: (text) => `SEO タイトルが長すぎるため、ページのタイトルを使います：「${text}」`,
      description: (text) => `SEO の説明が長すぎるため、ページの説明を使います：「${text}」`,
      image: (text) => `Social image の値「${text}」は https のアドレスでも、アップロードした画像でもありません`,
      translation: (text) => `Translation の値「${text}」は、このサイトの別の言語のページではありません`,
    },
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
      by.length === 0
        ? `行の閲覧を制限するプロパティや表はありません。${rows} 行のうち ${rows - closed} 行は全員に公開されています`
        : `制限しているもの：${by.join('、')}。${rows} 行のうち ${closed} 行は全員には公開されていません`,
    wrongLanguage: {
      unknown: (text) => `「${text}」は言語タグではないため無視されます：en や zh-CN のようなタグを書いてください`,
      'no-page': (text) => `言語「${text}」は無視されます：ホームページがワークスペースにありません`,
      twice: (text) => `言語「${text}」は無視されます：別の言語が同じタグまたは同じホームページを使っています`,
      'too-many': (text) => `言語「${text}」は無視されます：サイトの言語は 50 までです`,
    },
    failedComponent: (file, reason) =>
      `コンポーネント ${file} が失敗しました（${reason}）。組み込みの部分を表示しています`,
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
      wildcard: (from, to) =>
        `「${from}」から「${to}」へのリダイレクトは無効です：* は /2019/* のようにアドレスとリダイレクト先の末尾にだけ書けます`,
      duplicate: (from) => `「${from}」からのリダイレクトは無効です：前の行に同じアドレスがあります`,
      'too-many': (from) => `「${from}」以降の行のリダイレクトは無効です：表の行が多すぎます`,
      source: (_from, to) => `「${to}」へのリダイレクトは無効です：行の最初のセルに以前のパスを書いてください`,
      status: (from) =>
        `「${from}」からのリダイレクトは無効です：ステータスは 301、302、307、308、410 のいずれか一つにしてください`,
      gone: (from, to) =>
        `「${from}」からのリダイレクトは無効です：410 にはリダイレクト先がありませんが、行に「${to}」があります`,
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
  remedy: {
    'api-losses': '必要な場合は、NOTION_INTEGRATION_TOKEN の代わりに NOTION_TOKEN_V2 を設定してください',
    'author-picture': '画像をアップロードするか、そのようなアドレスを書いてください',
    'closed-link': 'そのページを公開するか、リンクを削除してください',
    'columns-left-out': '表示するには、別のプロパティでグループ化してください',
    'content-missing': 'もう一度同期するか、ファイルを修正してください',
    'dead-link': 'リンクを修正または削除してください',
    draft: '公開するには、これを変更してください',
    'failed-component': 'コンポーネントを修正してください',
    'failed-file': 'Notion でファイルをもう一度アップロードするか、削除してください',
    'images-without-alt': 'Notion で入力してください（画像のメニュー → 代替テキスト）',
    'loose-footnote': 'ページの末尾に、この印とコロンで始まる段落を書くか、印を削除してください',
    'me-filter': '別のユーザーまたはプロパティで絞り込んでください',
    'menu-target': 'slug を修正してください',
    'navigation-target': '行を修正するか、そのページを公開してください',
    'no-description': 'Description を入力するか、段落を書いてください',
    'not-copied': '次の同期を待つか、npm run sync を実行してください',
    redirect: '行を修正または削除してください',
    reduced: '小さくするか、分割してください',
    'rows-on-request': '表示するには、データベースを別のページに移してください',
    scheduled: 'その時まで待つか、Publish at を変更してください',
    'unknown-filter': 'Notion で別のフィルターを使ってください',
    'unreadable-file': 'ファイルを修正または削除してください',
    'unreadable-page': 'もう一度共有するか、もう一度同期してください',
    'unsupported-block': '訪問者にもっと見せるには、別のブロックを使ってください',
    'unsupported-view': '別の種類のビューを使ってください',
    'unused-config': '名前を修正するか、行を削除してください',
    'withheld-results': 'これらの行を公開するか、数式を簡単にしてください',
    'wrong-access': '値を修正してください',
    'wrong-language': '行を修正または削除してください',
    'wrong-seo': '値を修正するか、空にしてください',
  },
  withRemedy: (text: string, remedy: string) => `${text}。${remedy}`,
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
    seo: '検索エンジン向け：',
    unreadable: '現在は読み込めません。',
    unknownOrganization: (name) =>
      `ログインサービスに組織「${name}」がありません：組織を作成できる人なら誰でも、この slug を取得できます`,
    organizationsUnchecked: 'ログインサービスに、どの組織があるかを問い合わせできませんでした',
  },
  previews: {
    title: 'プレビューリンク',
    hint: 'プレビューリンクを使うと、アカウントのない人が下書きを公開後と同じ形で読めます。ページの公開、期限切れ、取り消しのいずれかで無効になります。',
    page: '下書き：このサイトまたは Notion でのアドレス',
    lifetime: '有効期間',
    hasSubpages: '下位のページとデータベースの行も含める（下書きも）',
    make: 'リンクを作成',
    until: (moment: string) => `${moment}まで有効`,
    withSubpages: '下位のページを含む',
    revoke: '取り消す',
    revokeAll: 'すべてのリンクを取り消す',
    none: '有効なリンクはありません。',
    unreadable: '現在、リンクを読み込めません。',
    outcomes: {
      made: 'リンクは下の一覧にあります。リンクを知っている人は誰でも下書きを読めます。',
      revoked: '取り消しました。',
      'no-secret':
        'プレビューリンクには SITE_SECRET が必要です。長いランダムな文字列を設定し、サイトを再起動してください。',
      'no-page': 'サイトにそのページはありません。アドレスまたは ID を使ってください。',
      published: 'このページは公開されています。そのアドレスを送ってください。',
      closed:
        'このページにはプレビューがありません。会員向けであるか、パスワードがあるか、アクセス設定に誤りがあります。理由は上の「ページを読める人」で確認できます。',
      lifetime: 'リンクの有効期間は 1 時間（1h）から 90 日（90d）までです。',
      full: 'リンクが多すぎます。不要なものを取り消してください。',
      'not-ready': 'サイトの準備ができていません。しばらくしてからもう一度お試しください。',
    },
  },
  statistics: {
    title: '読者',
    views: (count, days) => `${days} 日間（UTC）の閲覧数: ${count}。`,
    hint: '訪問者、アドレス、Cookie を記録せずに数えています。ボットは名前で除外しています。サイトの前にある共有キャッシュが返した閲覧は数えられません。',
    download: 'CSV でダウンロード',
    pages: 'ページ',
    missing: '存在しないアドレス',
    searches: '結果のない検索（5 人または 5 日以上）',
    referrers: '参照元サイト',
    helpful: 'ページが役に立ったか',
    votes: (yes, no) => `はい ${yes}、いいえ ${no}`,
    written: '読者からの声',
    suggestion: (path) => `${path} へリダイレクトしますか`,
  },
  desk: {
    access: {
      title: 'ページを読める人',
      page: 'ページ：アドレス、またはタイトルの一部',
      as: '訪問者',
      signedOut: 'ログインしていない人',
      anyMember: '組織に属さない会員',
      member: (name: string) => `${name} のメンバー`,
      explain: '説明する',
      readable: (who: string) => `${who}は読めます。`,
      unreadable: (who: string) => `${who}は読めません。`,
    },
    title: '編集者ダッシュボード',
    degraded: 'サイトの機能が低下しています',
    sync: '前回の同期',
    refresh: '今すぐ更新',
    requested: '更新を依頼しました。変更はまもなくここに表示されます。',
    never: 'まだ同期されていません。',
    neverSynced: 'このサイトはフォルダーの内容を配信しており、同期は行われません。',
    readFolder: 'フォルダーを読み直す',
    folder:
      'このサイトはフォルダーの内容を配信しています。このボタンはそのファイルを読み直します。Notion からは何もコピーしません。Notion での変更は、フォルダーが更新された後に表示されます。',
    folderRequested: '依頼しました。フォルダーの変更されたファイルはまもなくここに表示されます。',
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
    protection: '各データベースを保護しているもの',
    viewPage: 'ページを見る',
    handbook: 'ハンドブック',
    webhook: 'Webhook の検証トークン',
    webhookHint: 'Notion に貼り付け、NOTION_WEBHOOK_TOKEN に設定して、サイトを再起動してください。',
  },
}
