// Made by the build of the files in languages/: change those.

/** The languages that the interface speaks, by BCP 47 tag. */
export const LOCALES = ['en', 'zh-CN'] as const
