// Made by the build of the files in languages/: change those.
import { type ByLanguage, inLanguage, type Words } from '../messages'

const words: ByLanguage<'collection'> = {
'en': {
  interface: {
    views: 'Views',
    untitled: 'Untitled',
    more: 'Load more',
    /** `#` stands for how many there are. */
    all: 'All # rows',
    empty: 'Nothing here yet',
    loading: 'Loading the rows…',
    failed: 'The rows could not be loaded. Try again.',
    filter: 'Filter',
    filterRows: 'Filter rows',
    any: 'Any',
    checked: 'Checked',
    unchecked: 'Unchecked',
    clear: 'Clear',
    noMatch: 'No row matches',
    /** How many rows a filter leaves: the first `#`, of the second. */
    matches: '# of #',
  },
  /** What a database without a name is called. */
  database: 'Database',
  viewNames: { table: 'Table view', gallery: 'Gallery view', list: 'List view', board: 'Board view' },
  /** The group of rows that have no value. */
  without: (property: string) => `No ${property}`,
  totals: {
    count: 'Count',
    count_values: 'Values',
    unique: 'Unique',
    empty: 'Empty',
    not_empty: 'Not empty',
    checked: 'Checked',
    unchecked: 'Unchecked',
    sum: 'Sum',
    average: 'Average',
    median: 'Median',
    min: 'Min',
    max: 'Max',
    range: 'Range',
    earliest_date: 'Earliest',
    latest_date: 'Latest',
  },
},
'zh-CN': {
  interface: {
    views: '视图',
    untitled: '无标题',
    more: '加载更多',
    all: '全部 # 行',
    empty: '这里还没有内容',
    loading: '正在加载…',
    failed: '无法加载，请重试。',
    filter: '筛选',
    filterRows: '筛选行',
    any: '任意',
    checked: '已勾选',
    unchecked: '未勾选',
    clear: '清除',
    noMatch: '没有匹配的行',
    matches: '#/#',
  },
  database: '数据库',
  viewNames: { table: '表格视图', gallery: '画廊视图', list: '列表视图', board: '看板视图' },
  without: (property) => `无${property}`,
  totals: {
    count: '计数',
    count_values: '值',
    unique: '唯一值',
    empty: '为空',
    not_empty: '不为空',
    checked: '已勾选',
    unchecked: '未勾选',
    sum: '总和',
    average: '平均值',
    median: '中位数',
    min: '最小值',
    max: '最大值',
    range: '范围',
    earliest_date: '最早',
    latest_date: '最晚',
  },
},
}

export const collectionMessagesFor = (locale: string): Words<'collection'> => inLanguage(words, locale)
