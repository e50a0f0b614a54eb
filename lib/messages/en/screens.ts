/** Texts of screens that the browser shows by itself. Every page loads them. */
export const screens = {
  home: 'Go to the home page',
  retry: 'Try again',
  missing: {
    title: 'This page could not be found',
    hint: 'It may have moved, or it may never have been here. The address may also contain a typo.',
  },
  broken: {
    title: 'Application error: a client-side exception has occurred',
    hint: 'The page stopped working in your browser. Trying again usually helps.',
  },
}
