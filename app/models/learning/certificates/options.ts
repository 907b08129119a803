/** Content of a kind of certificate: items of the register, a letter, or paid fees. */
export const certificateBases = ['transfer', 'leaving', 'bonafide', 'character', 'no_dues', 'fee', 'own'] as const
export type CertificateBase = (typeof certificateBases)[number]

/** Kinds with numbered items; the others are a letter, or the fees of a year. */
export const hasItems = (base: CertificateBase) => base === 'transfer' || base === 'leaving'
export const isLetter = (base: CertificateBase) => !hasItems(base) && base !== 'fee'

export const certificateStates = ['draft', 'issued', 'cancelled'] as const
export type CertificateState = (typeof certificateStates)[number]

/** Doubts about a certificate. An authorised user may override them, except those for which `isUntrue` is true. */
export const doubts = [
  'dues-open',
  'dues-owed',
  'result-missing',
  'birth-date-unproven',
  'still-studying',
  'has-left',
  'issued-before',
  'register-differs',
  'items-missing',
] as const
export type Doubt = (typeof doubts)[number]

/** Doubts that no one may override: the certificate would be false. */
export const isUntrue = (doubt: Doubt) => doubt === 'dues-owed'

export const letterLength = 1500
/** Maximum length of a letter with the student's data filled in. */
export const filledLength = 3000
export const reasonLength = 200
export const usualAnswerDays = 7

/** `taken_up`: the office has started a draft; `ready`: issued, to be collected at the office. */
export const requestStates = ['pending', 'taken_up', 'ready', 'refused', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]
export const purposeLength = 200
