import { readBalance } from './amounts'
import { ok, type Read, readYesNo } from './cells'

/** Matches whole words only, since a name such as `સરદાર` may contain one. Skips `રદ નથી`, "not cancelled". */
const indianWord = String.raw`(?<![\p{L}\p{M}])(?:રદ કરેલ|રદ|રદ્દ|રીટર્ન|रद्द|निरस्त|वापस)(?![\p{L}\p{M}]|\s+(?:નથી|નહીં|नहीं))`

const notPaid = new RegExp(
  String.raw`(?<!\bnot\s+)(?:refund|revers|charge\s?back|cancel|bounc|dishono|return|void|reject)|fail|declin|pending|initiat|process|expired|unpaid|not paid|timed? ?out|अस|विफल|લંબિત|નિષ્ફળ|${indianWord}`,
  'iu',
)

/** Anything but letters and digits; `\W` would match Indian letters. */
const gap = String.raw`[^\p{L}\p{M}\p{N}]*`
const thing = String.raw`(?:receipt|rcpt|cheque|chq|payment|txn|transaction)\b\.?`
const number = String.raw`(?:no\.?\s*)?\d+`
const start = String.raw`${gap}(?:this\s+)?(?:${thing}\s+(?:${number}\s+)?(?:(?:is|was|has\s+been)\s+)?)?(?:(?:cancel(?:led|ed)?|bounced?|dishonou?red|returned|reversed|refunded|void|failed|stop\s+payment)\b|${indianWord})`
const month = String.raw`(?:\s*[-.]?\s*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-.,\s]*(?:\d{2,4})?)?`
const tail = String.raw`(?:\s+${thing})?(?:\s+by\s+[\p{L}\p{M}]+)?(?:${gap}(?:(?:on|dt\.?|dated|no\.?)\s*)?\d[\d/.-]*${month})?`

const cancelledRemark = new RegExp(`^${start}${tail}${gap}$`, 'iu')
/** Matches remarks that begin like a cancellation, also after `Old number 501. `. */
const likeCancelled = new RegExp(String.raw`(?:^|\. )${start}`, 'iu')

/** Returns true for the remarks of a cancelled receipt: `CANCELLED`, `Chq returned on 25/6`, `Bounced by bank`. */
export const isCancelled = (remarks: string) => cancelledRemark.test(remarks)

/**
 * Returns true for remarks about a cancellation of this receipt or another one: `Bounced chq 123456 replaced by cash`.
 */
export const mayBeCancelled = (remarks: string) => likeCancelled.test(remarks)

/** Returns true for the status of a payment that failed, is pending or was returned. */
export const isFailed = (status: string) => notPaid.test(status) || isCancelled(status)

/** Reads a column that shows which receipts were cancelled: `1` for yes, empty for no. */
export function readCancelled(text: string): Read {
  if (isCancelled(text)) return ok('1')
  const answer = readYesNo(text)
  if (answer.ok) return ok(answer.text === '1' ? '1' : '')
  const amount = readBalance(text)
  return amount.ok && amount.text === '0' ? ok('') : answer
}
