import { isAadhaar, shownAadhaar } from '~/models/students/rules'
import { latinDigits, unfoldScientific } from './cells'
import type { ColumnSpec } from './columns'
import type { RowValues } from './kinds/port'

const twelve = /(?<!\d)\d{4}[\s-]?\d{4}[\s-]?\d{4}(?!\d)/g
const shown = /XXXX XXXX \d{4}/
const isPhone = (key: string) => /mobile|contact_number/.test(key)
/** Bank references have twelve digits as well, and one in ten of all numbers passes the check. */
const isReference = (key: string) => key === 'reference'
const fewReferences = 5

/** Whether an Aadhaar number has been hidden in this text. */
export function hasHidden(text: string): boolean {
  return text.length >= 14 && shown.test(text)
}

/** The text with its Aadhaar numbers shown by their last digits only. */
export function hideIn(text: string): string {
  if (text.length < 12) return text
  const plain = latinDigits(text)
  const number = unfoldScientific(plain.trim())
  if (number !== null && number !== plain.trim() && isAadhaar(number)) return shownAadhaar(number.slice(-4))
  if (plain.search(twelve) < 0) return text
  return plain.replace(twelve, (found) => {
    const digits = found.replace(/\D/g, '')
    return isAadhaar(digits) ? shownAadhaar(digits.slice(-4)) : found
  })
}

/**
 * Hides Aadhaar numbers that stand in a column which is not made for them, before anything is stored. A column of other numbers of
 * twelve digits is known by its check digits: of them one in ten is right, of Aadhaar numbers all.
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
