/** The screens that a browser shows by itself; every page brings these words. */
export const screens = {
  home: 'Go to the home page',
  retry: 'Try again',
  missing: {
    title: 'This page could not be found',
    hint: 'It may have moved, or it may never have been here. The address could also hold a slip of the pen.',
  },
  broken: {
    title: 'Application error: a client-side exception has occurred',
    hint: 'The page stopped working in your browser. Trying again usually helps.',
  },
}
