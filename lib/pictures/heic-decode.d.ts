declare module 'heic-decode' {
  interface HeicImage {
    width: number
    height: number
    /** RGBA, upright, with 8 bits for each channel. */
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
  }
  const heic: { all(input: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }> }
  export default heic
}
