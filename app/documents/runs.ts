/**
 * Letters of each script except Latin. Excludes the danda (। ॥), which all scripts of India share although Unicode
 * keeps it in the Devanagari block.
 */
const scripts = {
  devanagari: /^[\u0900-\u0963\u0966-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff]$/,
  gujarati: /^[\u0a80-\u0aff]$/,
}
const letters = Object.entries(scripts) as [keyof typeof scripts, RegExp][]

export type FontName = 'latin' | keyof typeof scripts

/** Piece of text that one font can write. */
export interface Run {
  font: FontName
  text: string
}

export type HoldsGlyph = (font: FontName, codePoint: number) => boolean

/**
 * Splits text into runs by script, because a PDF has no font fallback. Letters decide the font. Digits, punctuation,
 * spaces and ₹ join the previous run if its font has them, otherwise they use the Latin font. At the start of the text,
 * they join the next run. Letters of other scripts use the Latin font, which draws a box. Invisible characters and
 * emoji that no font has are dropped: on an ID card, a missing star is better than a box.
 */
export function splitRuns(text: string, holds: HoldsGlyph): Run[] {
  const clean = withoutEmoji(text.normalize('NFC').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), holds)
  const runs: Run[] = []
  // Characters before the first letter wait here for its font.
  let waiting = ''
  for (const character of clean) {
    const font = fontOfLetter(character)
    if (font) {
      if (waiting) {
        appendNeutral(runs, waiting, font, holds)
        waiting = ''
      }
      append(runs, font, character)
    } else if (runs.length === 0) {
      waiting += character
    } else {
      appendNeutral(runs, character, runs.at(-1)?.font ?? 'latin', holds)
    }
  }
  if (waiting) appendNeutral(runs, waiting, 'latin', holds)
  return runs
}

const invisible = /^\p{Default_Ignorable_Code_Point}$/u

/** Adjacent emoji with their joiners, colours and selectors, and one space before and after them, if any. */
const emoji =
  /( ?)((?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3|[\u{e0020}-\u{e007f}])*)( ?)/gu

function withoutEmoji(text: string, holds: HoldsGlyph): string {
  return text.replace(emoji, (whole, before: string, signs: string, after: string, index: number) => {
    if ([...signs].some((sign) => !invisible.test(sign) && holds('latin', sign.codePointAt(0) ?? 0))) return whole
    return index === 0 ? '' : before && after ? before : before + after
  })
}

const neutral = /^[\p{P}\p{S}\p{Z}\p{M}\p{Cf}0-9]$/u

function fontOfLetter(character: string): FontName | null {
  for (const [script, letter] of letters) if (letter.test(character)) return script
  return neutral.test(character) ? null : 'latin'
}

function appendNeutral(runs: Run[], characters: string, neighbour: FontName, holds: HoldsGlyph) {
  for (const character of characters) {
    const codePoint = character.codePointAt(0) ?? 0
    if (holds(neighbour, codePoint)) append(runs, neighbour, character)
    else if (holds('latin', codePoint) || !invisible.test(character)) append(runs, 'latin', character)
  }
}

function append(runs: Run[], font: FontName, text: string) {
  const last = runs.at(-1)
  if (last?.font === font) last.text += text
  else runs.push({ font, text })
}
