import { cleanCell } from './clean-cell'
import { Grid, sheetOf } from './grid'
import type { ReadingChoices, Sheet } from './port'
import { decodeEntities } from './xml'

const maxSpan = 1_000

/** Elements that separate words on a page. */
const breaking = new Set(['br', 'p', 'div', 'li', 'tr', 'td', 'th', 'table'])
const programs = new Set(['script', 'style'])

/**
 * Reads the rows of all tables of an HTML page, as many portals export them with the extension .xls. Cells that span
 * several rows are filled down. The rows of a table inside a cell are read as further rows.
 */
export function readHtmlTables(html: string, choices: ReadingChoices): Sheet {
  const grid = new Grid()
  const page = new PageReader(grid)
  for (const { text, tag, attributes, isEnd } of piecesOf(html)) {
    if (text !== '') page.text(text)
    if (isEnd) page.close(tag)
    else page.open(tag, attributes)
  }
  page.finish()
  return sheetOf(grid, { sheets: [], notices: [] }, choices)
}

/** Yields each tag in lower case, with the text before it. */
function* piecesOf(html: string) {
  let textStart = 0
  for (let at = html.indexOf('<'); at >= 0; ) {
    const end = endOfTag(html, at)
    if (end === null) {
      at = html.indexOf('<', at + 1)
      continue
    }
    const text = html.slice(textStart, at)
    const [, slash, tag = '', attributes = ''] = /^<(\/?)([a-z][\w:-]*)([\s\S]*)>$/i.exec(html.slice(at, end)) ?? []
    yield { text, tag: tag.toLowerCase(), attributes, isEnd: slash === '/' }
    textStart = end
    at = html.indexOf('<', end)
  }
}

/** Index after a tag or comment; null if the "<" is text. A ">" within closed quotes does not end a tag. */
function endOfTag(html: string, start: number): number | null {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start)
    return end < 0 ? html.length : end + 3
  }
  if (!/[a-z/!?]/i.test(html[start + 1] ?? '')) return null
  let quote = ''
  let firstEnd: number | null = null
  for (let at = start + 1; at < html.length; at++) {
    const sign = html[at] ?? ''
    if (sign === '<') return firstEnd
    if (sign === '>') {
      if (quote === '') return at + 1
      firstEnd ??= at + 1
    } else if (sign === quote) quote = ''
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign
  }
  return firstEnd
}

class PageReader {
  #row = -1
  #column = 0
  #cell: { row: number; column: number; text: string } | null = null
  #skipped: string | null = null
  /** For each column, the last row that a cell with `rowspan` covers. */
  readonly #covered: number[] = []

  constructor(readonly grid: Grid) {}

  open(tag: string, raw: string): void {
    if (this.#skipped !== null) return
    if (programs.has(tag)) this.#skipped = tag
    if (breaking.has(tag)) this.text(' ')
    if (tag === 'tr') this.#startRow(raw)
    else if (tag === 'td' || tag === 'th') this.#startCell(raw)
  }

  close(tag: string): void {
    if (this.#skipped !== null) {
      if (tag === this.#skipped) this.#skipped = null
      return
    }
    if (tag === 'td' || tag === 'th' || tag === 'tr' || tag === 'table') this.#endCell()
    else if (breaking.has(tag)) this.text(' ')
  }

  text(text: string): void {
    if (this.#cell && this.#skipped === null) this.#cell.text += text
  }

  finish(): void {
    this.#endCell()
  }

  #startRow(raw: string): void {
    this.#endCell()
    this.#row++
    this.#column = 0
    if (isHidden(raw)) this.grid.hideRow(this.#row)
  }

  #startCell(raw: string): void {
    this.#endCell()
    if (this.#row < 0) this.#row = 0
    while ((this.#covered[this.#column] ?? -1) >= this.#row) this.#column++
    const spanOf = (name: string) => {
      const [, digits] = new RegExp(`\\b${name}\\s*=\\s*["']?\\s*(\\d{1,6})`, 'i').exec(raw) ?? []
      return Math.min(maxSpan, Math.max(1, Number(digits ?? 1)))
    }
    const [columns, rows] = [spanOf('colspan'), spanOf('rowspan')]
    this.#cell = { row: this.#row, column: this.#column, text: '' }
    this.grid.merge(this.#row, this.#column, this.#row + rows - 1)
    for (let column = this.#column; rows > 1 && column < this.#column + columns; column++)
      this.#covered[column] = this.#row + rows - 1
    this.#column += columns
  }

  #endCell(): void {
    if (!this.#cell) return
    const { row, column, text } = this.#cell
    this.#cell = null
    this.grid.set(row, column, cleanCell(decodeEntities(text)))
  }
}

function isHidden(raw: string): boolean {
  return /\bhidden\b|display\s*:\s*none/i.test(raw)
}
