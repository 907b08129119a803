import { foldScript, wordsOfHeading } from './words'

/**
 * How the amount of a column changes the sum owed: `bill` is the fee before any payment; `paid` and `less` (a
 * concession, an advance) reduce it; `more` (a fine) increases it; `due` is what remains.
 */
export type MoneyRole = 'bill' | 'paid' | 'less' | 'more' | 'due'

const wordsOf = (text: string) => new Set(text.split(' ').map(foldScript))

const paid = wordsOf('paid received collected recovered credit cr')
/** Words that mean a payment only when every other word of the heading is a known word about money. */
const paidBesideMoney = wordsOf('payment deposit deposited collection receipt transaction')
const less = wordsOf(
  'concession discount scholarship waiver waived rebate advance refund exemption freeship excess છૂટ રાહત એડવાન્સ छूट रियायत अग्रिम',
)
const more = wordsOf('fine late penalty દંડ दंड जुर्माना')
const due = wordsOf(
  'balance pending due outstanding remaining unpaid arrear arrears payable receivable debit dr owed lena લેણાં લેણા શેષ બાકીની देय',
)
const bill = wordsOf('amount fee total gross net charge charges rs rupees ₹ sum demand')
/** Words that change no role. */
const neutral = wordsOf(
  'till upto up to so far this year current previous last old new now after before term annual monthly yearly quarterly school student b f bf cf brought forward carried actual original opening closing bill billed invoice be not only all grand',
)
/**
 * Words that make a heading a number, a day or a name, even if it also names money: `Paid on`, `Fee receipt number`.
 */
const noMoney = wordsOf(
  'number date day days month months age mode method id code by time class section roll mobile phone percent status count type bank reference cheque name head on from',
)

/**
 * Role of a heading of money; null for any other heading. A word for a payment or a concession decides the role even
 * beside unknown words.
 */
export function moneyRole(heading: string): MoneyRole | null {
  const { words } = wordsOfHeading(heading.replace(/\b(?:till|up\s?to|to|as on)\s+(?:date|now|today)\b/gi, ' '))
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word))
  if (words.length === 0 || has(noMoney)) return null
  const isOpen = words.includes('not') || (words.includes('to') && !words.includes('up'))
  if (has(less) && !words.includes('after')) return 'less'
  if (has(paid) && !isOpen) return 'paid'
  const isKnown = (word: string) =>
    [paid, paidBesideMoney, less, more, due, bill, neutral].some((set) => set.has(word)) || /^\d{1,4}$/.test(word)
  if (!words.every(isKnown)) return null
  if (has(more)) return 'more'
  if (has(due) || (isOpen && (has(paid) || has(paidBesideMoney)))) return 'due'
  const isNumbered = words.some((word) => /^(?:receipt|transaction)$/.test(word))
  if (has(paidBesideMoney) && (!isNumbered || words.some((word) => /^(?:amount|total|sum)$/.test(word)))) return 'paid'
  if (isNumbered) return null
  return has(bill) ? 'bill' : words.some((word) => /^(?:opening|closing)$/.test(word)) ? 'due' : null
}

const ofTitles = wordsOf(
  'instalment session academic half first second third fourth part final special miscellaneous other others regular',
)
const monthWord =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?$/

/** Returns true for a text with a word for money or an instalment; no person has such a name. */
export function namesMoney(text: string): boolean {
  const { words } = wordsOfHeading(text)
  const known = [paid, paidBesideMoney, less, more, due, bill, neutral, ofTitles, noMoney]
  return words.some((word) => word.length > 2 && (monthWord.test(word) || known.some((set) => set.has(word))))
}

/** Words of a heading that tell which fee it is, without those of money: `tuition` for `Pending Tuition Fee`. */
export function nameWithoutMoney(heading: string): string {
  const { words } = wordsOfHeading(heading)
  return words.filter((word) => ![paid, less, due, bill].some((set) => set.has(word))).join(' ')
}

/** Returns true for a heading of what was owed before the fees of the year: `Opening Balance`, `Arrears`. */
export function isEarlier(heading: string): boolean {
  return wordsOfHeading(heading).words.some((word) =>
    /^(?:opening|old|previous|last|year|brought|b|bf|arrears?)$/.test(word),
  )
}

/** Returns true for a heading of what is left after payments, such as `Balance`; false for earlier dues. */
export function isRemaining(heading: string): boolean {
  return (
    !isEarlier(heading) && wordsOfHeading(heading).words.some((word) => /^(?:balance|remaining|unpaid)$/.test(word))
  )
}

/** Returns true for a heading of the paise of another column: `Ps.`, `Amount (Paise)`. */
export const namesPaise = (heading: string) =>
  /(?<![\p{L}\p{M}])(?:ps|paise|paisa|પૈસા|पैसे|पैसा)(?![\p{L}\p{M}])/iu.test(heading)

const noFee =
  /(?<!\p{L})(?:no|nos|num|number|code|roll|marks?|days?|date|age|percent(?:age)?|attendance|distance|km|route|stop|receipt)\.?\W*$/iu
const mayBeNumber = /(?<!\p{L})(?:room|card|seat|bed|locker|id|block|floor|shift|batch|group|rank|grade|points?)\W*$/iu

/** Returns true for a heading of a number other than an amount: `Bus No`, `Exam Marks`. */
export const isNoFee = (heading: string) => noFee.test(heading)
/** Returns true for a heading that may name either a fee or the number of a thing: `Hostel Room`, `Library Card`. */
export const mayBeNoFee = (heading: string) => mayBeNumber.test(heading)
