declare module '@waline/client/waline.css' {
  const styles: string
  export default styles
}
