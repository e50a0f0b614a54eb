/**
 * Stands in the browser for what the renderer imports for its own header, search, images and zoom, none of which is used here,
 * and for the count of visits where there is none, so that their script is not sent.
 */
const nothing = () => null

export default nothing
export { nothing as Analytics, nothing as Img, nothing as useHotkeys }
