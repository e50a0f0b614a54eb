/** The rows that test a statement, each as `section: row id`. */
type Statements = Record<string, string[]>

const BLOCKS = 'Types of block'
const MEDIA = 'Types of block: what comes from files and elsewhere'
const FORMAT = 'Fields of a block’s format'
const TEXT = 'Formats of text'
const VIEWS = 'Views of a database'
const GROUPS = 'Groups of a view'
const CARDS = 'Cards and their pictures'
const PROPERTIES = 'Types of property'
const NUMBERS = 'Formats of numbers'
const CONSTANTS = 'Numbers that were agreed'
const CALLS = 'What is loaded from elsewhere'
const ERRORS = 'When something is wrong'
const SERVER = 'Responses and warnings of the server'
const EMBEDS = 'Videos and frames'
const CONTENTS = 'Contents beside the page'
const SEARCH = 'The search dialog'
const RESULTS = 'Search answers'
const SCREENS = 'Sign-in screens'
const RESPONSES = 'Responses that are not pages'

/** Creates statements, each with the row of a section that has the same id. */
function match(prefix: string, section: string, ids: string): Statements {
  return Object.fromEntries(ids.split(' ').map((id) => [`${prefix}.${id}`, [`${section}: ${id}`]]))
}

/** Sections 2 and 4 of the specification: screens and interactions. */
const SCREEN_STATEMENTS: Statements = {
  'routes.guard-excludes': ['Signing in: guard leaves out', 'Signing in: members by name'],
  'routes.guard-always': ['Signing in: guard stands before'],
  'routes.page-links': [`${TEXT}: link to a page`, `${BLOCKS}: page`],
  'page.breadcrumbs': ['A page: breadcrumbs'],
  'page.breadcrumbs-separator': ['A page: breadcrumbs'],
  'page.breadcrumbs-active': ['A page: breadcrumbs', `${BLOCKS}: breadcrumb`],
  'page.search-button': [`${SEARCH}: opens`],
  'page.icon': ['A page: page_icon'],
  'page.content': ['Records: content'],
  'page.plain-body': ['A page: plain body'],
  'page.anchors': ['Records: anchors', `${BLOCKS}: header`],
  'page.contents': [`${CONTENTS}: least items`],
  'contents.least-items': [`${CONTENTS}: least items`],
  'contents.scroll-throttle': [`${CONTENTS}: reading position`],
  'contents.offset': [`${CONTENTS}: reading position`, 'Rules: reading position'],
  'search.label': [`${SEARCH}: opens`],
  'search.shortcuts': [`${SEARCH}: shortcuts`],
  'search.placeholder': [`${SEARCH}: opens`],
  'search.clear': [`${SEARCH}: clear`],
  'search.results': [`${SEARCH}: results`],
  'search.highlights': [`${SEARCH}: results`, `${RESULTS}: results`],
  'search.total': [`${SEARCH}: results`],
  'search.total-one': [`${SEARCH}: one result`],
  'search.no-results': [`${SEARCH}: none`],
  'search.failure': [`${SEARCH}: error, in the answer`, `${SEARCH}: error, of the answer`],
  'search.empty-query': [`${SEARCH}: blank`, `${RESULTS}: blank query`],
  'search.stale-response': [`${SEARCH}: loading`],
  'search.warm-up': [`${SEARCH}: blank`],
  ...match('views', VIEWS, 'table gallery list board tabs'),
  'views.unsupported': [`${VIEWS}: other types`, `${SERVER}: warnings`],
  'views.default-name': [`${VIEWS}: tabs`],
  'views.tab-icon': [`${VIEWS}: tabs`, `${VIEWS}: collection_view_icon`],
  'views.only-one': [`${VIEWS}: one view`],
  'image.zoom': ['Pictures: zoom'],
  'image.caption-link': ['Rules: caption link', 'Rules: caption link, host without a dot'],
  'lazy-image.not-asked': ['Pictures: lazy'],
  'lazy-image.buffering': ['Pictures: buffering'],
  'lazy-image.cancelled': ['Pictures: buffering'],
  'lazy-image.loading': [`${CALLS}: states of an image`],
  'lazy-image.success': ['Pictures: lazy', `${CALLS}: states of an image`],
  'lazy-image.error': ['Pictures: failed', `${CALLS}: states of an image`],
  'video.preconnect': [`${EMBEDS}: video, pointed at`],
  'video.play': [`${EMBEDS}: video, asked for`],
  'code.copied': ['Copying code: copied'],
}

/** Section 3 of the specification: entities and their fields. */
const ENTITY_STATEMENTS: Statements = {
  'record-map.block': ['Records: content'],
  'record-map.collection': [`${BLOCKS}: collection_view`],
  'record-map.collection_view': ['Records: view_ids'],
  'record-map.collection_query': [`${VIEWS}: collection_query`],
  'record-map.notion_user': ['Records: names of people'],
  'record-map.signed_urls': [`${CALLS}: signed_urls`],
  'record-map.preview_images': ['Records: preview_images'],
  'block.id': ['Records: anchors'],
  'block.type': [`${BLOCKS}: unknown`],
  'block.properties': ['Properties of a block: title'],
  'block.format': [`${FORMAT}: block_color`],
  'block.parent': ['A page: breadcrumbs'],
  'block.space_id': [`${CALLS}: space of images`, 'Records: unread fields'],
  ...match('block', 'Records', 'content view_ids'),
  ...match('block', PROPERTIES, 'created_time last_edited_time'),
  ...match(
    'block-type',
    BLOCKS,
    'page collection_view_page collection_view header sub_header sub_sub_header divider text',
  ),
  ...match('block-type', BLOCKS, 'bulleted_list numbered_list equation code column_list column quote callout toggle'),
  ...match('block-type', BLOCKS, 'table_of_contents to_do transclusion_container transclusion_reference alias table'),
  ...match('block-type', BLOCKS, 'table_row'),
  ...match('block-type', MEDIA, 'embed replit tweet maps pdf figma typeform codepen excalidraw image gist video drive'),
  ...match('block-type', MEDIA, 'audio file bookmark external_object_instance'),
  ...match('format', 'A page', 'page_icon page_cover_position page_full_width page_small_text'),
  ...match('format', FORMAT, 'block_color block_aspect_ratio block_height block_width block_full_width'),
  ...match('format', FORMAT, 'block_page_width block_preserve_scale block_alignment display_source toggleable'),
  ...match('format', FORMAT, 'column_ratio list_start_index drive_properties.url drive_properties.title'),
  ...match('format', FORMAT, 'drive_properties.thumbnail drive_properties.icon bookmark_icon bookmark_cover'),
  ...match('format', FORMAT, 'table_block_column_order table_block_column_format.color'),
  ...match('format', FORMAT, 'table_block_column_format.width table_block_column_header table_block_row_header'),
  ...match('format', FORMAT, 'transclusion_reference_pointer alias_pointer original_url domain'),
  ...Object.fromEntries(
    ['title', 'owner', 'updated_at'].map((id) => [`format.attributes.${id}`, [`${FORMAT}: attributes: ${id}`]]),
  ),
  ...match('property', 'Properties of a block', 'title source caption alt_text checked language link description size'),
  'user.profile_photo': ['Records: profile_photo'],
  'user.given_name': ['Records: names of people'],
  'user.family_name': ['Records: names of people'],
  'inline.page-mention': [`${TEXT}: page mention`],
  'inline.user-mention': [`${TEXT}: user mention`],
  'inline.equation': [`${TEXT}: inline equation`],
  'inline.code': [`${TEXT}: inline code`],
  'inline.link-mention': [`${TEXT}: link mention`],
  'inline.external-object-mention': [`${TEXT}: external object mention`],
  'inline.date.end_time': [`${TEXT}: datetimerange`],
  ...match('inline', TEXT, 'highlight bold italic strikethrough underline link date datetime daterange'),
  'collection.schema.name': [`${VIEWS}: collection_page_properties`],
  'collection.schema.options': [`${PROPERTIES}: select`, `${PROPERTIES}: multi_select`],
  'collection.schema.number_format': [`${PROPERTIES}: number`],
  'collection.schema.formula': [`${PROPERTIES}: formula`],
  ...match('collection', VIEWS, 'name icon'),
  'collection.format': [`${VIEWS}: collection_page_properties`],
  ...match('property-type', PROPERTIES, 'title text number select status multi_select date person file checkbox url'),
  ...match('property-type', PROPERTIES, 'email phone_number formula relation created_time last_edited_time'),
  ...match('property-type', PROPERTIES, 'created_by last_edited_by auto_increment_id'),
  ...match('view', VIEWS, 'table_properties gallery_properties list_properties board_properties'),
  ...match('view', VIEWS, 'collection_page_properties property_visibility hide_linked_collection_name'),
  ...match('view', GROUPS, 'board_columns board_groups2 board_columns_by collection_group_by collection_groups'),
  ...match('view', CARDS, 'gallery_cover gallery_cover_size gallery_cover_aspect board_cover board_cover_size'),
  ...match('view', CARDS, 'board_cover_aspect card_cover_position page_cover_position'),
  'search-result.id': [`${RESULTS}: results`],
  'search-result.highlight': [`${RESULTS}: results`],
  'search-result.total': [`${RESULTS}: results`, `${RESULTS}: several hits in a page`],
  'search-result.recordMap': [`${RESULTS}: recordMap`],
  'search-result.error': [`${RESULTS}: error`, `${SEARCH}: error, in the answer`],
}

/** Sections 5 and 6 of the specification: rules and permissions. */
const RULE_STATEMENTS: Statements = {
  'rules.blank-query': [`${SEARCH}: blank`, `${RESULTS}: blank query`],
  'rules.search-error': [`${SEARCH}: error, in the answer`],
  'rules.results-without-block': [`${RESULTS}: missing page`],
  'rules.results-without-title': [`${RESULTS}: no title`, `${RESULTS}: untitled page`, `${SEARCH}: dropped`],
  'rules.results-by-page': [`${RESULTS}: several hits in a page`, `${RESULTS}: several sections of a page`],
  'rules.youtube-hosts': ['Rules: lite video'],
  'rules.youtube-id': ['Rules: lite video, id'],
  'rules.video-hosts': ['Rules: video hosts'],
  'rules.native-video': ['Rules: other videos', `${MEDIA}: video`],
  'rules.external-objects': [`${TEXT}: external object mention, unsupported`],
  'rules.unsupported-blocks': [`${BLOCKS}: unknown`, `${SERVER}: warnings`],
  'rules.unsupported-formats': [`${TEXT}: unknown format`],
  'rules.invalid-number': [`${PROPERTIES}: number, invalid`],
  'rules.failing-formula': [`${PROPERTIES}: formula, failing`],
  'rules.date-format-letters': ['Rules: date format, unescaped letters'],
  'rules.code-default': ['Rules: code without a language'],
  'rules.code-cpp': ['Rules: code in C++'],
  'rules.code-fsharp': ['Rules: code in F#'],
  'permissions.signed-in-content': ['Signing in: signed-in content'],
  'permissions.signed-out-content': ['Signing in: signed-out content'],
}

/** Section 7 of the specification: calls. */
const CALL_STATEMENTS: Statements = {
  'calls.search-query': [`${SEARCH}: payload`],
  'calls.search-ancestor': [`${SEARCH}: payload`, `${RESULTS}: ancestorId`],
  'calls.search-answer': [`${RESULTS}: results`, `${RESULTS}: recordMap`],
  'calls.search-on-open': [`${SEARCH}: blank`],
  'calls.images': [`${CALLS}: images`],
  'calls.space-id': [`${CALLS}: space of images`],
  'calls.video-thumbnails': [`${CALLS}: video thumbnails`, `${EMBEDS}: thumbnails`],
  'calls.video-no-cookie': [`${EMBEDS}: video, asked for`],
  'calls.video-autoplay': [`${EMBEDS}: video, asked for`],
  'calls.video-mute': [`${EMBEDS}: video, as its source says`],
  'calls.icons': [`${CALLS}: icons`, 'A page: page_icon'],
  'calls.badges': [`${CALLS}: badges`],
  'calls.embeds': [`${MEDIA}: embed`, `${MEDIA}: maps`, `${MEDIA}: pdf, served by the site`],
  'calls.analytics': ['A page: analytics'],
}

/** Section 8 of the specification: errors. */
const ERROR_STATEMENTS: Statements = {
  'errors.missing-page': [`${TEXT}: page mention, missing`],
  'errors.missing-user': [`${TEXT}: user mention, missing`],
  'errors.missing-block': [`${FORMAT}: alias_pointer`],
  'errors.unsupported-domain': [`${FORMAT}: domain`],
  'errors.missing-collection': [`${VIEWS}: missing data`],
  'errors.highlighting': [`${ERRORS}: highlighting`],
  'errors.placeholders': [`${ERRORS}: placeholder components`],
  'errors.formula-type': [`${PROPERTIES}: formula, of unknown type`],
  'errors.image': ['Pictures: failed'],
}

/** Section 9 of the specification: constants. Values of Next.js itself are not listed, because the site does not set them. */
const CONSTANT_STATEMENTS: Statements = {
  'constants.lazy-margin': [`${CONSTANTS}: nearness to the view`, 'Pictures: lazy'],
  'constants.lazy-threshold': [`${CONSTANTS}: nearness to the view`],
  'constants.copied-time': ['Copying code: copied'],
  'constants.card-cover-position': [`${CARDS}: cover position, default`],
  'constants.thumbnail-widths': [`${CALLS}: video thumbnails`],
  'constants.player-size': [`${EMBEDS}: video, asked for`],
  'constants.zoom-background': ['Pictures: zoom'],
  'constants.zoom-scale': [`${CONSTANTS}: zoom scale`],
  'constants.zoom-margins': [`${CONSTANTS}: zoom margins`],
  'constants.zoom-animation': ['Pictures: zoom'],
  'constants.tweet-width': [`${MEDIA}: tweet, width`, `${EMBEDS}: post`],
  'constants.table-cell-width': [`${CONSTANTS}: simple tables`],
  'constants.collection-columns': [`${VIEWS}: table column widths`],
  'constants.numbered-lists': ['Rules: number lists'],
  'constants.page-width': ['A page: page width'],
  'constants.full-width': ['A page: page_full_width'],
  'constants.small-window': ['A page: page width'],
  'constants.server-width': [`${CONSTANTS}: width before the browser knows`],
  ...match('number-format', NUMBERS, 'number number_with_commas percent dollar euro pound yen rupee won yuan forint'),
  ...match('number-format', NUMBERS, 'rupiah chilean_peso mexican_peso philippine_peso colombian_peso argentine_peso'),
  ...match('number-format', NUMBERS, 'uruguayan_peso new_taiwan_dollar'),
  'constants.date-format': [`${CONSTANTS}: dates with times`],
  'constants.typeform': [`${MEDIA}: typeform`],
  'constants.gist-ratio': [`${MEDIA}: gist`, `${EMBEDS}: gist`],
}

/** Statements that need a running site and the sign-in service. */
const BROWSER_STATEMENTS: Statements = {
  'routes.catch-all': [`${SCREENS}: catch-all routes`],
  'routes.not-catch-all': [`${SCREENS}: not on a catch-all route`],
  'page.title': ['A page: title'],
  'format.page_cover': ['A page: page_cover'],
  'constants.page-cover-position': ['A page: page_cover'],
  'constants.column-gap': ['A page: column gap', `${FORMAT}: column_ratio`],
  'search.closes': [`${SEARCH}: opens`, `${SEARCH}: closed by the button`, `${SEARCH}: closed by the overlay`],
  'search.loading-icon': [`${SEARCH}: loading`],
  'search-result.errorId': [`${SEARCH}: error without an id`, `${SEARCH}: error with results`],
  'constants.shortcuts': [`${SEARCH}: shortcuts`, `${SEARCH}: shortcuts elsewhere`, `${SEARCH}: print shortcut`],
  'constants.search-throttle': [`${SEARCH}: throttle`, `${SEARCH}: throttle, fallback`],
  'views.remembered': ['Choosing a view: remembered'],
  ...Object.fromEntries(
    [400, 404, 405].map((code) => [`errors.${code}`, [`${RESPONSES}: ${code}`, `${SERVER}: ${code}`]]),
  ),
  'errors.500': [`${RESPONSES}: 500`, `${SERVER}: 500`],
  'errors.client-side': [`${RESPONSES}: client-side exception`, `${ERRORS}: in the browser`],
  'screens.sign-in': [`${SCREENS}: catch-all routes`],
  'screens.sign-up': [`${SCREENS}: catch-all routes`],
  'screens.chinese': [`${SCREENS}: screens in Chinese`],
  'screens.organization-switcher': [`${SCREENS}: organization switcher`],
  'screens.user-profile': [`${SCREENS}: user profile`],
  'screens.organization-profile': [`${SCREENS}: organization profile`],
  'permissions.protection': [`${SCREENS}: protection`, 'Signing in: protection'],
  'permissions.roles': [`${SCREENS}: roles`, 'Signing in: roles'],
  'calls.provider-script': [`${SCREENS}: provider script`, 'Signing in: browser script'],
  'calls.provider-retries': [`${SCREENS}: provider script, retries`],
}

/** All testable statements of sections 2 to 9 of the specification. The ids are defined here. */
export const STATEMENTS: readonly (readonly [id: string, rows: readonly string[]])[] = [
  SCREEN_STATEMENTS,
  ENTITY_STATEMENTS,
  RULE_STATEMENTS,
  CALL_STATEMENTS,
  ERROR_STATEMENTS,
  CONSTANT_STATEMENTS,
  BROWSER_STATEMENTS,
].flatMap((statements) => Object.entries(statements))
