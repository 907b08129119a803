import { methodFacts, type OfflineMethod, offlineMethods } from '~/models/money/ledger/payment-methods'
import { looseKey } from './cells'

const methodOfWord = (wordsOf: (method: OfflineMethod) => readonly string[]): ReadonlyMap<string, OfflineMethod> =>
  new Map(offlineMethods.flatMap((method) => wordsOf(method).map((word) => [word, method])))
const listOf = (words = '') => words.split(' ').filter(Boolean)

const vagueWords = methodOfWord((method) => listOf(methodFacts[method].vagueSpellings))
/** Words that name a method, alone or among others: `PhonePe-UPI`, `Cheque No 123456`. */
const clearWords = methodOfWord((method) => {
  const { name, spellings } = methodFacts[method]
  return [looseKey(name), looseKey(method), ...listOf(spellings)].filter((word) => !vagueWords.has(word))
})

/** Words for a payment that failed, was returned or is still to come, or that may not be a payment. */
const notPaid =
  /bounc|return|refund|cancel|pending|fail|unpaid|dishono|revers|declin|reject|await|expect|promis|not\b|^no\b|unclear|\bstop|\bto\s+be\b|\bwill\b|post[\s-]*dated|\bpdc\b|\bform\b|\bhold\b|\bdue\b|બાકી|પરત|રદ|બાઉન્સ|बाकी|वापस|रद्द|बाउंस/i
const cashIntoBank = /cash.*(?:deposit|bank)|(?:deposit|bank).*cash/i

/** A payment method as offices write it, with the number of the cheque or transfer: `Cheque No 123456`. */
export interface MethodInWords {
  method: OfflineMethod
  reference?: string
}

/** Words of a text, and each two neighbours as one word, because `Google Pay` and `Phone Pe` are written as two. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  return [...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)]
}

/** Letters and digits in one: `CHQ123456` is a reference, `Cheque 123456` names a method too. */
const code = /[\p{L}\p{M}]*\d[\p{L}\p{M}\d]*/gu

/** Returns true if a word of the text names a method, also if another word names another method. */
export const namesMethod = (text: string) =>
  wordsOf(text.replaceAll(code, ' ')).some((word) => clearWords.has(word) || vagueWords.has(word))

/** Recognizes a payment method in office words; null if the text names none or several, or a payment that failed. */
export function methodInWords(text: string): MethodInWords | null {
  const exact = clearWords.get(looseKey(text)) ?? vagueWords.get(looseKey(text))
  if (exact) return { method: exact }
  if (notPaid.test(text) || cashIntoBank.test(text)) return null
  const words = wordsOf(text)
  const find = (meanings: ReadonlyMap<string, OfflineMethod>) =>
    new Set(words.flatMap((word) => meanings.get(word) ?? []))
  const clear = find(clearWords)
  // A `Bankers cheque` is a demand draft.
  if (/banker.?s?\s+che(?:que|ck)/i.test(text)) clear.delete('cheque')
  const methods = clear.size > 0 || /banker/i.test(text) ? clear : find(vagueWords)
  if (/banker.?s?\s+che(?:que|ck)/i.test(text)) methods.add('demand_draft')
  const [method, ...others] = methods
  if (!method || others.length > 0) return null
  const reference = method === 'cash' ? undefined : /(?<![\p{L}\d])[a-z]{0,4}\d{4,}[a-z\d]*/iu.exec(text)?.[0]
  return reference === undefined ? { method } : { method, reference }
}
