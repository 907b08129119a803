/** What a kind of certificate is made of: items of the register, a letter, or what was paid. */
export const certificateBases = ['transfer', 'leaving', 'bonafide', 'character', 'no_dues', 'fee', 'own'] as const
export type CertificateBase = (typeof certificateBases)[number]

/** A list of numbered items; the others are a letter, or the fees of a year. */
export const hasItems = (base: CertificateBase) => base === 'transfer' || base === 'leaving'
export const isLetter = (base: CertificateBase) => !hasItems(base) && base !== 'fee'

export const certificateStates = ['draft', 'issued', 'cancelled'] as const
export type CertificateState = (typeof certificateStates)[number]

/** What is doubtful of a certificate, and decided by whoever may. */
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

/** What nobody decides: the certificate would not be true, whatever the reason. */
export const isUntrue = (doubt: Doubt) => doubt === 'dues-owed'

export const letterLength = 1500
/** The same with the student's own words in it. */
export const filledLength = 3000
export const reasonLength = 200
/** Days in which a family's request is answered, where the school says nothing else. */
export const usualAnswerDays = 7

/** `taken_up`: the office has begun it; `ready`: it is issued and lies at the office. */
export const requestStates = ['pending', 'taken_up', 'ready', 'refused', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]
export const purposeLength = 200
