import type { Content, Drawn } from 'pdfmake'
import { pdfText, widthOf } from './pdf.server'

/** Points per millimetre. */
export const mm = 72 / 25.4
const page = { width: 210 * mm, height: 297 * mm }

/** Layout of equally sized cut-outs on A4 pages. */
export interface Sheet {
  columns: number
  rows: number
  width: number
  height: number
}

/** Draws one item with its upper left corner at (x, y). */
export type DrawAt<Thing> = (thing: Thing, x: number, y: number) => Content[]

/** Lays out the items in order, page by page, with dashed lines to cut along. */
export function layOut<Thing>(sheet: Sheet, things: readonly Thing[], draw: DrawAt<Thing>): Content[] {
  const left = (page.width - sheet.columns * sheet.width) / 2
  const top = (page.height - sheet.rows * sheet.height) / 2
  const onPage = sheet.columns * sheet.rows
  return things.flatMap((thing, index) => {
    const pagePosition = index % onPage
    const x = left + (pagePosition % sheet.columns) * sheet.width
    const y = top + Math.floor(pagePosition / sheet.columns) * sheet.height
    if (pagePosition > 0) return draw(thing, x, y)
    const begin: Content = index === 0 ? { text: ' ' } : { text: ' ', pageBreak: 'before' }
    return [begin, drawing(cutLines(sheet, left, top)), ...draw(thing, x, y)]
  })
}

function cutLines(sheet: Sheet, left: number, top: number): Drawn[] {
  const stroke = { lineWidth: 0.5, lineColor: '#7a8794', dash: { length: 3, space: 3 } }
  const right = left + sheet.columns * sheet.width
  const bottom = top + sheet.rows * sheet.height
  const across = Array.from({ length: sheet.rows + 1 }, (_, row) => top + row * sheet.height)
  const down = Array.from({ length: sheet.columns + 1 }, (_, column) => left + column * sheet.width)
  return [
    ...across.map((y) => ({ type: 'line' as const, x1: left, y1: y, x2: right, y2: y, ...stroke })),
    ...down.map((x) => ({ type: 'line' as const, x1: x, y1: top, x2: x, y2: bottom, ...stroke })),
  ]
}

/** Lines and shapes in page coordinates. */
export function drawing(shapes: Drawn[]): Content {
  return { canvas: shapes, absolutePosition: { x: 0, y: 0 } }
}

interface Box {
  x: number
  y: number
  width: number
  size: number
  /** Smallest font size for a text that does not fit; a text that does not fit at this size either is cut. */
  smallest?: number
  /** Maximum number of lines. */
  lines?: number
  bold?: boolean
  color?: string
  alignment?: 'left' | 'center'
}

const leading = 1.36

/** A text that never leaves its box: set smaller when it is long, cut with an ellipsis when it is still too long. */
export function textIn(content: string, box: Box): { nodes: Content[]; height: number } {
  const { x, y, width, bold = false, color, alignment = 'left' } = box
  const { size, lines } = fittedText(content, box)
  const nodes = lines.map((line, index): Content => {
    const space = alignment === 'center' ? Math.max(0, (width - widthOf(line, size, bold)) / 2) : 0
    return {
      ...pdfText(line, { fontSize: size, bold, noWrap: true, ...(color ? { color } : {}) }),
      absolutePosition: { x: x + space, y: y + index * size * leading },
    }
  })
  return { nodes, height: lines.length * size * leading }
}

export function fittedText(content: string, box: Omit<Box, 'x' | 'y'>): { size: number; lines: string[] } {
  const { width, bold = false, lines: max = 1, smallest = box.size } = box
  const words = content.split(/\s+/).filter((word) => word !== '')
  for (let size = box.size; ; size -= 0.5) {
    const fits = (line: string) => widthOf(line, size, bold) <= width
    const isLast = size - 0.5 < smallest
    // Break a word only when it fits at no font size.
    if (!isLast && !words.every(fits)) continue
    const lines = brokenInto(words, fits, max + 1)
    if (lines.length <= max) return { size, lines }
    if (!isLast) continue
    const last = lettersOf(lines.slice(max - 1).join(' '))
    while (last.length > 0 && !fits(`${last.join('')}…`)) last.pop()
    return { size, lines: [...lines.slice(0, max - 1), `${last.join('').trimEnd()}…`] }
  }
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })
const lettersOf = (content: string) => [...letters.segment(content)].map(({ segment }) => segment)

/** Breaks words into at most `max` lines and drops the rest; splits a word only if it is longer than a line. */
function brokenInto(words: readonly string[], fits: (line: string) => boolean, max: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    if (lines.length >= max) return lines
    for (const piece of fits(word) ? [word] : lettersOf(word)) {
      if (line !== '' && !fits(line + piece)) {
        lines.push(line)
        line = ''
        if (lines.length >= max) return lines
      }
      line += piece
    }
  }
  return line === '' ? lines : [...lines, line]
}
