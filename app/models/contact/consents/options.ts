/**
 * Purposes of the portal's own notices. `schooling` has a notice but needs no consent: the Fourth Schedule of the DPDP
 * Rules 2025, Part A, exempts an educational institution from parental consent for its educational activities. Every
 * other purpose needs its own consent.
 */
export const purposes = ['schooling', 'photos', 'whatsapp', 'apaar', 'third_parties', 'marketing'] as const
export type UsualPurpose = (typeof purposes)[number]

/** Usual purpose, or the code of one added by the school. */
export type Purpose = UsualPurpose | (string & {})

export const isAsked = (purpose: Purpose) => purpose !== 'schooling'

/** `read`: confirms a notice that needs no consent. */
export const decisions = ['given', 'refused', 'withdrawn', 'read'] as const
export type Decision = (typeof decisions)[number]

export const decisionChannels = ['account', 'counter', 'paper'] as const
export type DecisionChannel = (typeof decisionChannels)[number]

/**
 * Means by which the school verified that an entitled adult decided (Rule 10 of the DPDP Rules 2025): details that it
 * already holds, or obtained for this purpose.
 */
export const verifications = ['account', 'admission_papers', 'counter', 'signed_form'] as const
export type Verification = (typeof verifications)[number]

/** `open`: undecided, or none of the decisions counts. */
export const consentStates = ['given', 'refused', 'withdrawn', 'open'] as const
export type ConsentState = (typeof consentStates)[number]

/**
 * Days in which the school must answer a grievance: the legal limit (DPDP Rules 2025, Rule 14), and the usual number.
 */
export const lawDays = 90
export const usualAnswerDays = 30

export interface ShownConsent {
  /** Public id of the current notice. */
  notice: string
  title: string
  isAsked: boolean
  state: ConsentState
  isDisputed: boolean
  isAskedAgain: boolean
  /** Who decided, and the date; null if open. */
  by: string | null
  /** The user has consented (and can withdraw), or has confirmed a notice that needs no consent. */
  hasSaidYes: boolean
  hasSaidNo: boolean
}
