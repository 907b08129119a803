import type { languages } from '~/language/language'
import type { CertificateState, Doubt } from '~/models/certificates/options'
import { formatPaise } from '~/models/shared/money'
import type { Tone } from '~/models/shared/tone'

export const stateWords: Record<CertificateState, { word: string; tone: Tone }> = {
  draft: { word: 'Draft', tone: 'warn' },
  issued: { word: 'Issued', tone: 'good' },
  cancelled: { word: 'Cancelled', tone: 'bad' },
}

export const languageWords: Record<(typeof languages)[number], string> = {
  en: 'English',
  hi: 'Hindi',
  gu: 'Gujarati',
}

/** What is said of each doubt before a certificate is issued. */
export function doubtWords(doubt: Doubt, owedPaise: number): string {
  return {
    'dues-open': `${formatPaise(owedPaise, { style: 'exact' })} of dues are open.`,
    'result-missing': 'The result of the last examination is missing.',
    'birth-date-unproven': 'No proof of the birth date is kept or named.',
    'still-studying': 'The student has not left the school: record that first, on the student’s page.',
    'items-missing': 'Something that must stand there is empty.',
    'no-money': 'Nothing was paid in this year.',
  }[doubt]
}
