/** In place of markup that the document has, in the data with which the browser hydrates it. */
export const PLACEHOLDER = '<!--markup-->'
