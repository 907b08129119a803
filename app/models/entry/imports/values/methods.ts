import { methodFacts, type OfflineMethod, offlineMethods } from '~/models/money/ledger/payment-methods'
import { byWord, looseKey } from './cells'

/** Names and spellings of the methods, as `looseKey` returns them. */
const methodOfSpelling = byWord(
  Object.fromEntries(
    offlineMethods.map((method) => {
      const { name, spellings = '' } = methodFacts[method]
      return [method, `${looseKey(name)} ${method} ${spellings}`]
    }),
  ),
)

/** Words that name a method, alone or among others: `PhonePe-UPI`, `Cheque No 123456`. */
const clearWords: Readonly<Record<string, OfflineMethod>> = byWord({
  cash: 'cash rokda rokad nagad naqad રોકડ રોકડા રોકડેથી नकद नगद रोकड',
  cheque: 'cheque chq check chk cq ચેક चेक',
  upi: 'upi gpay googlepay google phonepe phonepay paytm bhim qr bharatpe amazonpay scan scanner યુપીઆઈ यूपीआई',
  bank_transfer: 'neft rtgs imps netbanking ecs nach utr',
  demand_draft: 'dd draft demanddraft payorder',
  card: 'card pos swipe swiping edc creditcard debitcard કાર્ડ कार्ड',
}) as Record<string, OfflineMethod>
/** Words that count only if no clear word is there: `Online UPI` is UPI. */
const vagueWords: Readonly<Record<string, OfflineMethod>> = byWord({
  bank_transfer: 'online bank transfer banktransfer net banking ઓનલાઇન ઓનલાઈન ऑनलाइन બેંક बैंक',
}) as Record<string, OfflineMethod>

/** Words for a payment that failed, was returned or is still to come, or that may not be a payment. */
const notPaid =
  /bounc|return|refund|cancel|pending|fail|unpaid|dishono|revers|declin|reject|await|expect|promis|not\b|^no\b|unclear|\bstop|\bto\s+be\b|\bwill\b|post[\s-]*dated|\bpdc\b|\bform\b|\bhold\b|\bdue\b|બાકી|પરત|રદ|બાઉન્સ|बाकी|वापस|रद्द|बाउंस/i
const cashIntoBank = /cash.*(?:deposit|bank)|(?:deposit|bank).*cash/i

/** A payment method as offices write it, with the number of the cheque or transfer: `Cheque No 123456`. */
export interface MethodInWords {
  method: OfflineMethod
  reference?: string
}

/** Recognizes a payment method in office words; null if the text names none or several, or a payment that failed. */
export function methodInWords(text: string): MethodInWords | null {
  const exact = methodOfSpelling[looseKey(text)]
  if (exact) return { method: exact as OfflineMethod }
  if (notPaid.test(text) || cashIntoBank.test(text)) return null
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  // `Google Pay` and `Phone Pe` are two words.
  const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`)
  const find = (meanings: Readonly<Record<string, OfflineMethod>>) =>
    new Set([...words, ...pairs].flatMap((word) => meanings[word] ?? []))
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
