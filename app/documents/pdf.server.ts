import pdfmake, { type DocumentDefinition, type Style, type TextNode } from 'pdfmake'
import { advanceOf, fontWeights, holdsGlyph, shareFonts } from './fonts.server'
import { splitRuns } from './runs'

let ready = false

/** Parses the fonts for the first document (about 0.3 s); all later ones share them. */
function prepare() {
  if (ready) return
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => false)
  shareFonts((name, standIn) => pdfmake.virtualfs.writeFileSync(name, standIn))
  pdfmake.setFonts(fontWeights)
  ready = true
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Adds a zero-width space after every 24 letters of a word, so that pdfmake breaks it instead of widening a table. */
function breakable(content: string): string {
  return content.replace(/\S{25,}/gu, (word) =>
    [...graphemes.segment(word)]
      .map(({ segment }, index) => (index > 0 && index % 24 === 0 ? `\u200b${segment}` : segment))
      .join(''),
  )
}

const runsOf = (content: string) => splitRuns(breakable(content), holdsGlyph)

/** Text in any of the languages, with a font for each script. */
export function pdfText(content: string, style: Style & Pick<TextNode, 'margin' | 'width'> = {}): TextNode {
  prepare()
  const runs = runsOf(content)
  const [only] = runs
  if (runs.length < 2) return { ...style, font: only?.font ?? 'latin', text: only?.text ?? '' }
  return { ...style, text: runs }
}

/** Styled pieces of text on one line. Flat, because pdfmake loses the style of a text inside a text. */
export function phrase(...pieces: Array<[content: string, style: Style]>): TextNode {
  prepare()
  return { text: pieces.flatMap(([content, style]) => runsOf(content).map((run) => ({ ...style, ...run }))) }
}

/** Font for a whole short word, where pdfmake accepts only one font. */
export function fontOf(word: string): string {
  prepare()
  return splitRuns(word, holdsGlyph)[0]?.font ?? 'latin'
}

const measured = new Map<string, number>()
const maxMeasured = 10_000

/** Width of a text in points. It is proportional to the font size, so each text is measured only once. */
export function widthOf(content: string, fontSize: number, bold = false): number {
  prepare()
  const key = `${bold ? 'b' : 'n'}${content}`
  let width = measured.get(key)
  if (width === undefined) {
    width = splitRuns(content, holdsGlyph).reduce((sum, run) => sum + advanceOf(run.font, run.text, bold), 0)
    if (measured.size >= maxMeasured) measured.clear()
    measured.set(key, width)
  }
  return width * fontSize
}

/** Metadata of a document: without a fixed date, its file would differ each time. */
export interface DocumentFacts {
  title: string
  author: string
  createdAt: Date
  language: string
}

/**
 * Lays out a document (default: A4) and returns the file. The same definition and facts give the same bytes, so that a
 * repeated job makes the same file.
 */
export async function makePdf(definition: DocumentDefinition, facts: DocumentFacts): Promise<Uint8Array> {
  prepare()
  const { title, author, createdAt: creationDate, language } = facts
  return pdfmake
    .createPdf({
      pageSize: 'A4',
      ...definition,
      defaultStyle: { font: 'latin', ...definition.defaultStyle },
      info: { title, author, creator: 'Shala', producer: 'Shala', creationDate },
      language,
      displayTitle: true,
    })
    .getBuffer()
}
