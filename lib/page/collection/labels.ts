import type { CollectionLabels, ViewType } from './types'

interface Labels {
  interface: CollectionLabels
  viewNames: Record<ViewType, string>
  /** What a database without a name is called. */
  database: string
  /** The group of rows that have no value. */
  without(property: string): string
  totals: Record<string, string>
}

const en: Labels = {
  interface: {
    views: 'Views',
    untitled: 'Untitled',
    more: 'Load more',
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
    matches: '# of #',
  },
  database: 'Database',
  viewNames: { table: 'Table view', gallery: 'Gallery view', list: 'List view', board: 'Board view' },
  without: (property) => `No ${property}`,
  totals: {
    count: 'Count',
    count_values: 'Values',
    unique: 'Unique',
    show_unique: 'Unique',
    empty: 'Empty',
    not_empty: 'Not empty',
    percent_empty: 'Empty',
    percent_not_empty: 'Not empty',
    checked: 'Checked',
    unchecked: 'Unchecked',
    percent_checked: 'Checked',
    percent_unchecked: 'Unchecked',
    sum: 'Sum',
    average: 'Average',
    median: 'Median',
    min: 'Min',
    max: 'Max',
    range: 'Range',
    earliest_date: 'Earliest',
    latest_date: 'Latest',
    date_range: 'Range',
  },
}

const zh: Labels = {
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
    show_unique: '唯一值',
    empty: '为空',
    not_empty: '不为空',
    percent_empty: '为空',
    percent_not_empty: '不为空',
    checked: '已勾选',
    unchecked: '未勾选',
    percent_checked: '已勾选',
    percent_unchecked: '未勾选',
    sum: '总和',
    average: '平均值',
    median: '中位数',
    min: '最小值',
    max: '最大值',
    range: '范围',
    earliest_date: '最早',
    latest_date: '最晚',
    date_range: '范围',
  },
}

/** The words that a collection adds of its own, in the site's language. */
export function labelsFor(locale: string): Labels {
  return locale.startsWith('zh') ? zh : en
}
