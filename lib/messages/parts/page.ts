// Made by the build of the files in languages/: change those.
import { type ByLanguage, inLanguage, type Words } from '../messages'

const words: ByLanguage<'page'> = {
'en': {
  /** Most are read before a name: `Play: Big Buck Bunny`. */
  body: {
    linkTo: 'Link to this section',
    play: 'Play',
    open: 'Open',
    show: 'Show',
    contacts: 'Showing it contacts',
    codeIn: 'Code',
    zoomIn: 'Enlarge the picture',
    zoomOut: 'Make the picture small again',
    contents: 'Contents',
    breadcrumb: 'Where this page is',
    table: 'Table',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Copy failed',
  },
  theme: {
    system: 'Colours: as on your device. Change to light.',
    light: 'Colours: light. Change to dark.',
    dark: 'Colours: dark. Change to as on your device.',
  },
},
'zh-CN': {
  body: {
    linkTo: '本节链接',
    play: '播放',
    open: '打开',
    show: '显示',
    contacts: '显示后将连接到',
    codeIn: '代码',
    zoomIn: '放大图片',
    zoomOut: '还原图片',
    contents: '目录',
    breadcrumb: '当前位置',
    table: '表格',
    copy: '复制',
    copied: '已复制',
    copyFailed: '复制失败',
  },
  theme: {
    system: '配色：跟随设备。切换为浅色。',
    light: '配色：浅色。切换为深色。',
    dark: '配色：深色。切换为跟随设备。',
  },
},
}

export const pageMessagesFor = (locale: string): Words<'page'> => inLanguage(words, locale)
