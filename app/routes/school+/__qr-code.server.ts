import { encode } from 'uqr'

export interface QrView {
  /** Width and height in modules, including the quiet zone of four on each side. */
  size: number
  /** Black modules, as the `d` of an SVG path. */
  path: string
}

/** Renders a QR code on the server, so that it needs no JavaScript and no external picture. */
export function qrOf(text: string): QrView {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}
