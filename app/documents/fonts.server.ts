import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import type { FontName, HoldsGlyph } from './runs'

interface Glyph {
  id: number
  codePoints: number[]
}

/** A text as glyphs with their positions; callers may modify the positions. */
interface GlyphRun {
  glyphs: Glyph[]
  positions: Array<Record<string, number>>
  /** Sum of the positions' advance widths. */
  readonly advanceWidth: number
}

/** Members of a parsed font that we use. */
interface ParsedFont {
  hasGlyphForCodePoint(codePoint: number): boolean
  unitsPerEm: number
  getGlyph(id: number, codePoints: number[]): Glyph
  layout(text: string, features?: unknown): GlyphRun
  /** fontkit's cache of glyphs, each with the characters of its first use. */
  _glyphs: Record<number, unknown>
  _layoutEngine: { engine: { GPOSProcessor?: AnchorPlacer } | null }
}

/** Part of fontkit that positions vowel signs and marks on their letters. */
interface AnchorPlacer {
  applyAnchor(mark: { markAnchor: unknown }, baseAnchor: unknown, baseIndex: number): void
}

interface Fontkit {
  create(file: Uint8Array): ParsedFont
  registerFormat(format: { probe(file: Uint8Array): boolean; new (stream: { buffer: Uint8Array }): object }): void
}

const require = createRequire(import.meta.url)

// Use the CommonJS copy of fontkit that PDFKit uses: another copy would have its own list of formats.
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

// The typefaces match visually but declare different heights (ascent 1.069 and 0.896 of the size, descent 0.293
// and 0.408). With one height for all, words of two scripts in neighbouring cells share a baseline and rows are equally
// high.
const ASCENT = 0.95
const DESCENT = -0.408

export const fontWeights = Object.fromEntries(
  Object.keys(files).map((name) => [name, { normal: `${name}-normal`, bold: `${name}-bold` }]),
)

const parsed = new Map<FontName, ParsedFont>()
const parsedBold = new Map<FontName, ParsedFont>()

/**
 * Parses the fonts once per process, because PDFKit would parse every font file again for each document (some 200 ms
 * for Indian scripts). PDFKit accepts no parsed fonts, so `store` receives stand-in bytes for each font under its name
 * (`gujarati-bold`). PDFKit opens fonts with fontkit, so we register a font format there that returns the parsed font
 * for these bytes.
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
      const fontsByName = weight === 'normal' ? parsed : parsedBold
      fontsByName.set(name, font)
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
        // A glyph stores the characters of its first use and writes them into the file for copying text. Reset them
        // when a document opens its fonts, so that its bytes do not depend on earlier documents.
        font._glyphs = {}
        // biome-ignore lint/correctness/noConstructorReturn: fontkit calls `new` and expects the parsed font.
        return font
      }
    },
  )
}

/**
 * A font may declare that a kind of mark has no position on a letter (an empty anchor). fontkit would throw on reading
 * the anchor, and one name would block a whole class's file. Such a mark keeps the font's default position instead.
 */
function placeOnlyKnownAnchors(font: ParsedFont): void {
  const placer = font._layoutEngine.engine?.GPOSProcessor
  if (!placer) return
  const apply = placer.applyAnchor.bind(placer)
  placer.applyAnchor = (mark, baseAnchor, baseIndex) => {
    if (mark.markAnchor && baseAnchor) apply(mark, baseAnchor, baseIndex)
  }
}

/** Returns whether the font has this character. Call after the fonts are shared. */
export const holdsGlyph: HoldsGlyph = (font, codePoint) => parsed.get(font)?.hasGlyphForCodePoint(codePoint) ?? false

/** Width of a text as a fraction of the font size. */
export function advanceOf(name: FontName, text: string, bold: boolean): number {
  const font = (bold ? parsedBold : parsed).get(name)
  if (!font) return 0
  // Measure with an empty glyph cache, so that measured glyphs do not get into the current document.
  const ofDocument = font._glyphs
  font._glyphs = {}
  const { advanceWidth } = font.layout(text)
  font._glyphs = ofDocument
  return advanceWidth / font.unitsPerEm
}

/**
 * Number of cached words per font, and the maximum length of a cached word in characters: at most some 5 MB per font.
 */
const maxShaped = 3000
const maxShapedLength = 60

/**
 * Caches the shape of each word: choosing and positioning glyphs takes more than half of a document's time in Indian
 * scripts, and most words (labels, school, class) recur. Shapes each word with an empty glyph cache, so that its shape
 * never depends on earlier words.
 */
function shapeEachTextOnce(font: ParsedFont): void {
  const shaped = new LRUCache<string, GlyphRun>({ max: maxShaped })
  const shape = font.layout.bind(font)
  font.layout = (text, features) => {
    if (features || text.length > maxShapedLength) return shape(text, features)
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
