import type { Content } from 'pdfmake'
import { text } from './pdf.server'

// Greys and lines only: a school prints in black and white.
export const ink = '#17212b'
export const soft = '#52606d'
export const hairline = '#aab4bd'

/** Points between the edge of an A4 page and its content, and the room that is left between. */
export const pageMargin = 42
export const innerWidth = 595.28 - 2 * pageMargin

export interface LetterheadView {
  name: string
  address: string
  phone: string
  email: string
}

/** The school on top of a letter or receipt: name, address, how to reach it; with its logo (`images.logo`) where there is one. */
export function letterhead(school: LetterheadView, hasLogo: boolean): Content {
  const contact = [school.phone, school.email].filter((part) => part !== '').join('  ·  ')
  const lines: Content[] = [text(school.name, { fontSize: 17, bold: true })]
  for (const detail of [school.address, contact]) {
    if (detail !== '') lines.push(text(detail, { color: soft, margin: [0, 1, 0, 0] }))
  }
  if (!hasLogo) return { stack: lines }
  return {
    columns: [
      { image: 'logo', fit: [56, 56], width: 56 },
      { stack: lines, width: '*' },
    ],
    columnGap: 14,
  }
}

/** A line across the page. */
export function line(margin: [number, number, number, number]): Content {
  return { canvas: [{ type: 'line', x1: 0, y1: 0, x2: innerWidth, y2: 0, lineWidth: 1, lineColor: ink }], margin }
}

/** A PNG or JPEG of the file store, as a document takes it. */
export function dataUrl(image: Uint8Array): string {
  const type = image[0] === 0x89 ? 'png' : 'jpeg'
  return `data:image/${type};base64,${Buffer.from(image).toString('base64')}`
}
