/**
 * Verdict of a mail server on an address. `nobody`: the address does not exist or is no longer read; `later`: a retry
 * may succeed; `refused`: this mail or this sender is refused, which says nothing about the address.
 */
export type Verdict = 'nobody' | 'later' | 'refused'

/** Enhanced status code (RFC 3463) such as `5.1.1`, anywhere in a text. */
const enhanced = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/g

/**
 * Codes of RFC 3463 and its registry for an unknown recipient; 5.4.1 is Exchange's code for addresses it does not know.
 */
const nobody = new Set(['1.0', '1.1', '1.2', '1.3', '1.6', '1.10', '2.1', '4.1', '4.4'])
/**
 * Codes that carry no information: Exim writes 5.0.0 for every failure. A later specific code or SMTP's three digits
 * decide.
 */
const unspecific = new Set(['0.0', '5.0'])
/** Wording of servers that report an unknown recipient without a code. */
const nobodyInWords =
  /\b(no such|unknown|invalid|non-?existent) (user|recipient|mailbox|address|account)|(?<!sender )(user|recipient|mailbox|address|account)\b.{0,60}\b(unknown|not found|(does not|doesn.t) exist|no longer)/i

/**
 * Judges a failure by its first specific enhanced code, otherwise by the SMTP code. As answers to RCPT, 550, 551 and
 * 553 mean an unknown recipient. A report does not show which command was answered, and filters use 550 too, so a
 * report must also say in words that the recipient is unknown. A filter's refusal (5.7.x) never marks the address.
 * @param words the status, or the whole answer: `5.1.1`, `550 5.1.1 no such user`, `smtp; 550 …`
 */
export function verdictOf(words: string, { isReport = false } = {}): Verdict {
  for (const [, klass, subject, detail] of words.matchAll(enhanced)) {
    const code = `${Number(subject)}.${Number(detail)}`
    if (klass === '4') return 'later'
    if (klass !== '5' || unspecific.has(code)) continue
    return code === '2.2' ? 'later' : nobody.has(code) ? 'nobody' : 'refused'
  }
  const [, reply] = /(?:^|[^\d.])([245]\d\d)(?=$|[ -])/.exec(words) ?? []
  if (reply?.startsWith('4') || reply === '552') return 'later'
  const isOfMailbox = reply === '550' || reply === '551' || reply === '553'
  return isOfMailbox && (!isReport || nobodyInWords.test(words)) ? 'nobody' : 'refused'
}
