import { latinDigits } from '~/language/language'
import { isAadhaar, shownAadhaar } from '~/models/people/students/rules'
import type { ColumnSpec } from './columns'
import type { RowValues } from './kinds/port'
import { unfoldScientific } from './values/cells'

const twelve = /(?<!\d)\d{4}[\s-]?\d{4}[\s-]?\d{4}(?!\d)/g
const maskedPattern = /XXXX XXXX \d{4}/
const isPhone = (key: string) => /mobile|contact_number/.test(key)
/**
 * Bank references also have twelve digits, and one in ten has a valid Aadhaar check digit by chance. So a column of
 * references is masked only if at least `fewReferences` of them have one.
 */
const isReference = (key: string) => key === 'reference'
const fewReferences = 5

/** Returns true when the text contains a masked Aadhaar number, of which only the last four digits are visible. */
export function hasHidden(text: string): boolean {
  return text.length >= 14 && maskedPattern.test(text)
}

/** Masks Aadhaar numbers in the text: `XXXX XXXX 2346`. */
export function hideIn(text: string): string {
  if (text.length < 12) return text
  const plain = latinDigits(text)
  const number = unfoldScientific(plain.trim())
  if (number !== null && number !== plain.trim() && isAadhaar(number)) return shownAadhaar(number.slice(-4))
  if (plain.search(twelve) < 0) return text
  return plain.replace(twelve, (match) => {
    const digits = match.replace(/\D/g, '')
    return isAadhaar(digits) ? shownAadhaar(digits.slice(-4)) : match
  })
}

/**
 * Masks Aadhaar numbers in columns not meant for them, before anything is stored. Leaves a column alone unless most of
 * its twelve-digit numbers have a valid check digit, because one in ten other numbers has one by chance.
 */
export function hideAadhaar(rows: ReadonlyArray<{ texts: RowValues }>, columns: readonly ColumnSpec[]): void {
  for (const { key, secret } of columns) {
    if (secret) continue
    const hidden: Array<[texts: RowValues, text: string]> = []
    let others = 0
    for (const { texts } of rows) {
      const text = texts[key]
      if (text === undefined || text.length < 12) continue
      if (isPhone(key) && /^\D*91\D*[6-9]/.test(text)) continue
      const safe = hideIn(text)
      if (safe !== text && hasHidden(safe)) hidden.push([texts, safe])
      else if (/^\d{12}$/.test(text)) others++
    }
    if (hidden.length <= others || (isReference(key) && hidden.length < fewReferences)) continue
    for (const [texts, safe] of hidden) texts[key] = safe
  }
}
