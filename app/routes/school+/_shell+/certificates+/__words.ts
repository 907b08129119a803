import { formatPaise } from '~/models/core/shared/money'
import type { Tone } from '~/models/core/shared/tone'
import type { CertificateState, Doubt } from '~/models/learning/certificates/options'

export const certificateStateWords: Record<CertificateState, { word: string; tone: Tone }> = {
  draft: { word: 'Draft', tone: 'warn' },
  issued: { word: 'Issued', tone: 'good' },
  cancelled: { word: 'Cancelled', tone: 'bad' },
}

/** Warning about a doubt before a certificate is issued. `differing` lists what the register says, by item label. */
export function doubtWords(
  doubt: Doubt,
  facts: {
    owedPaise: number
    laterPaise: number
    before: { number: string; kindName: string } | null
    differing: string
  },
): string {
  const { owedPaise, laterPaise, before, differing } = facts
  const amount = (paise: number) => formatPaise(paise, { style: 'exact' })
  return {
    'dues-open': [
      owedPaise > 0 ? `Dues of ${amount(owedPaise)} are pending.` : '',
      laterPaise > 0 ? `${amount(laterPaise)} is payable later.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    'dues-owed': `${amount(owedPaise)} is due as of today: a certificate that says otherwise cannot be issued.`,
    'result-missing': 'The result of the last examination is missing.',
    'birth-date-unproven': 'No proof of the date of birth is uploaded or entered.',
    'still-studying': 'The student has not left the school: record that first, on the student’s page.',
    'has-left': 'The student has left the school, but the certificate says otherwise.',
    'issued-before': `${before?.kindName} ${before?.number} was already issued. If that paper is lost, make a duplicate of it.`,
    'register-differs': `It differs from the register, which says: ${differing}.`,
    'items-missing': 'A compulsory item is blank.',
  }[doubt]
}
