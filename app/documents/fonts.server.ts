import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FontName, HoldsGlyph } from './runs'

/** What we touch of a parsed font. */
interface ParsedFont {
  hasGlyphForCodePoint(codePoint: number): boolean
  unitsPerEm: number
  /** fontkit's cache of glyphs, each with the characters of its first use. */
  _glyphs: Record<number, unknown>
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
      if (weight === 'normal') parsed.set(name, font)
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

/** Whether the font draws this character. Only after the fonts are shared. */
export const holdsGlyph: HoldsGlyph = (font, codePoint) => parsed.get(font)?.hasGlyphForCodePoint(codePoint) ?? false
