/**
 * What a mail server's answer says of the address: `nobody`: there is no such address, or nobody reads it any more; `later`: it may be taken
 * another time; `refused`: not this letter, or not from us, which is no fault of the address.
 */
export type Verdict = 'nobody' | 'later' | 'refused'

/** `5.1.1` of an enhanced status code (RFC 3463), wherever it stands in the words. */
const enhanced = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/g

/** Codes of RFC 3463 and its registry by which servers say that nobody is there; 5.4.1 is Exchange's for addresses it does not know. */
const nobody = new Set(['1.0', '1.1', '1.2', '1.3', '1.6', '1.10', '2.1', '4.1', '4.4'])
/** Said of anything at all: Exim writes 5.0.0 as the status of every failure. A more specific code behind it, or SMTP's three digits, tell more. */
const unspecific = new Set(['0.0', '5.0'])
/** What servers say without a code where nobody is there. */
const nobodyInWords =
  /\b(no such|unknown|invalid|non-?existent) (user|recipient|mailbox|address|account)|(?<!sender )(user|recipient|mailbox|address|account)\b.{0,60}\b(unknown|not found|(does not|doesn.t) exist|no longer)/i

/**
 * Judges a permanent or passing failure by its first specific enhanced code, and where there is none by SMTP's own: 550, 551 and 553 are about
 * the mailbox where they answer RCPT. A report does not say at what they came, and a filter refuses the letter itself by 550 too: then words
 * must say that nobody is there. What a filter refuses (5.7.x) marks nobody: it is our letter or our server that it does not like.
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
