/** What the name of a theme must be, for error messages. */
export const THEME_RULE = 'the name of a folder in `themes`, such as magazine'

/** Whether a text can be the name of a theme. It becomes a part of a path, so it contains no dots and slashes. */
export const isThemeName = (text: string): boolean => /^[a-z\d]+(?:-[a-z\d]+)*$/.test(text) && text.length <= 64
