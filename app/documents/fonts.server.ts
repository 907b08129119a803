import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import type { FontName, HoldsGlyph } from './runs'

interface Glyph {
  id: number
  codePoints: number[]
}

/** A text as glyphs, each with its place; whoever asked for it may write into the places. */
interface GlyphRun {
  glyphs: Glyph[]
  positions: Array<Record<string, number>>
  /** The sum of what the places say. */
  readonly advanceWidth: number
}

/** What we touch of a parsed font. */
interface ParsedFont {
  hasGlyphForCodePoint(codePoint: number): boolean
  unitsPerEm: number
  getGlyph(id: number, codePoints: number[]): Glyph
  layout(text: string, features?: unknown): GlyphRun
  /** fontkit's cache of glyphs, each with the characters of its first use. */
  _glyphs: Record<number, unknown>
  _layoutEngine: { engine: { GPOSProcessor?: AnchorPlacer } | null }
}

/** The part of fontkit that puts vowel signs and marks on their letters. */
interface AnchorPlacer {
  applyAnchor(mark: { markAnchor: unknown }, baseAnchor: unknown, baseIndex: number): void
}

interface Fontkit {
  create(file: Uint8Array): ParsedFont
  registerFormat(format: { probe(file: Uint8Array): boolean; new (stream: { buffer: Uint8Array }): object }): void
}

const require = createRequire(import.meta.url)

// PDFKit's own copy, the CommonJS one: another copy would keep another list of formats.
function fontkitOfPdfmake(): Fontkit {
  const ofPdfmake = createRequire(require.resolve('pdfmake'))
  return createRequire(ofPdfmake.resolve('pdfkit'))('fontkit')
}

const files: Record<FontName, { normal: string; bold: string }> = {
  latin: {
    normal: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  },
  devanagari: {
    normal: require.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf'),
  },
  gujarati: {
    normal: require.resolve('@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-gujarati/700Bold/NotoSansGujarati_700Bold.ttf'),
  },
}

// The three faces are drawn to stand together but claim different heights (ascent 1.069 and 0.896 of the size, descent 0.293 and
// 0.408). With one height for all, words of two scripts in neighbouring cells share a base line and rows are equally high.
const ASCENT = 0.95
const DESCENT = -0.408

const parsed = new Map<FontName, ParsedFont>()
const parsedBold = new Map<FontName, ParsedFont>()

/**
 * Parses the fonts once for the life of the process and hands each to `store` under its name (`gujarati-bold`).
 *
 * PDFKit parses every font file anew for each document, which is most of a document's time: the tables of the Indian scripts take
 * some 200 ms. It offers no way to pass a parsed font, but fontkit, which opens the files, lets formats be registered. Ours
 * recognises a few stand-in bytes and answers with the font parsed before.
 */
export function shareFonts(store: (name: string, standIn: Uint8Array) => void) {
  const fontkit = fontkitOfPdfmake()
  const shared = new Map<Uint8Array, ParsedFont>()
  for (const [name, weights] of Object.entries(files) as Array<[FontName, { normal: string; bold: string }]>) {
    for (const [weight, file] of Object.entries(weights)) {
      const font = fontkit.create(readFileSync(file))
      Object.defineProperties(font, {
        ascent: { value: Math.round(ASCENT * font.unitsPerEm) },
        descent: { value: Math.round(DESCENT * font.unitsPerEm) },
      })
      placeOnlyKnownAnchors(font)
      shapeEachTextOnce(font)
      const known = weight === 'normal' ? parsed : parsedBold
      known.set(name, font)
      const standIn = Buffer.from(`parsed font ${name}-${weight}`)
      shared.set(standIn, font)
      store(`${name}-${weight}`, standIn)
    }
  }

  fontkit.registerFormat(
    class SharedFont {
      static probe(file: Uint8Array) {
        return shared.has(file)
      }
      constructor(stream: { buffer: Uint8Array }) {
        const font = shared.get(stream.buffer)
        if (!font) throw new Error('No font was parsed for these bytes')
        // A glyph remembers the characters it first stood for and writes them into the file for copying text. Forgetting them here,
        // where a document opens its fonts, keeps a document's bytes free of the documents made before it.
        font._glyphs = {}
        // biome-ignore lint/correctness/noConstructorReturn: fontkit calls `new`; the parsed font is the answer.
        return font
      }
    },
  )
}

/**
 * A font may say of a letter that a kind of mark has no place on it (an empty anchor). fontkit takes that for a place and throws, so
 * that a single name would keep a whole class from its file; the mark then stands where the font puts it by itself.
 */
function placeOnlyKnownAnchors(font: ParsedFont): void {
  const placer = font._layoutEngine.engine?.GPOSProcessor
  if (!placer) return
  const apply = placer.applyAnchor.bind(placer)
  placer.applyAnchor = (mark, baseAnchor, baseIndex) => {
    if (mark.markAnchor && baseAnchor) apply(mark, baseAnchor, baseIndex)
  }
}

/** Whether the font draws this character. Only after the fonts are shared. */
export const holdsGlyph: HoldsGlyph = (font, codePoint) => parsed.get(font)?.hasGlyphForCodePoint(codePoint) ?? false

/** How wide the font draws a text, as a part of its size. */
export function advanceOf(name: FontName, text: string, bold: boolean): number {
  const font = (bold ? parsedBold : parsed).get(name)
  if (!font) return 0
  // The glyphs of the document that is being made are not to meet those of a measurement.
  const ofDocument = font._glyphs
  font._glyphs = {}
  const { advanceWidth } = font.layout(text)
  font._glyphs = ofDocument
  return advanceWidth / font.unitsPerEm
}

/** Words of one font that are remembered, and the longest of them: at most some 5 MB a font. */
const maxShaped = 3000
const longestShaped = 60

/**
 * Puts a memory in front of the font: which glyphs a word takes, and where they stand, is more than half of a document's time in the
 * Indian scripts, and most words of a document (its labels, the school, the class) stand in the one before it too. A word is shaped with
 * no glyph known, so that its shape never depends on the words before it.
 */
function shapeEachTextOnce(font: ParsedFont): void {
  const shaped = new LRUCache<string, GlyphRun>({ max: maxShaped })
  const shape = font.layout.bind(font)
  font.layout = (text, features) => {
    if (features || text.length > longestShaped) return shape(text, features)
    let run = shaped.get(text)
    if (!run) {
      const ofDocument = font._glyphs
      font._glyphs = {}
      run = shape(text)
      font._glyphs = ofDocument
      shaped.set(text, run)
    }
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, {
      glyphs: run.glyphs.map(({ id, codePoints }) => font.getGlyph(id, codePoints)),
      positions: run.positions.map((position) => ({ ...position })),
    })
  }
}
