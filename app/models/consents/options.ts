/**
 * What the portal's own notices are about. `schooling` is told and not asked: the Fourth Schedule of the DPDP Rules 2025, Part A, exempts an
 * educational institution from the parent's consent for its educational activities. Everything else is asked by itself.
 */
export const purposes = ['schooling', 'photos', 'whatsapp', 'apaar', 'third_parties', 'marketing'] as const
export type UsualPurpose = (typeof purposes)[number]

/** A usual purpose, or the code of one that the school has added. */
export type Purpose = UsualPurpose | (string & {})

/** Whether families are asked, or only told. */
export const isAsked = (purpose: Purpose) => purpose !== 'schooling'

/** `read`: of a notice that asks for nothing. */
export const decisions = ['given', 'refused', 'withdrawn', 'read'] as const
export type Decision = (typeof decisions)[number]

export const decisionChannels = ['account', 'counter', 'paper'] as const
export type DecisionChannel = (typeof decisionChannels)[number]

/** How the school knows that it was an adult who may decide (Rule 10 of the DPDP Rules 2025): details that it holds already, or given to it. */
export const verifications = ['account', 'admission_papers', 'counter', 'signed_form'] as const
export type Verification = (typeof verifications)[number]

/** `open`: nobody who counts has decided. */
export const consentStates = ['given', 'refused', 'withdrawn', 'open'] as const
export type ConsentState = (typeof consentStates)[number]

/** The law's own limit for an answer, in days (DPDP Rules 2025, Rule 14), and what a school means to keep unless it says otherwise. */
export const lawDays = 90
export const usualAnswerDays = 30

/** A purpose as a family's page shows it. */
export interface ShownConsent {
  /** The notice in force, as its public id. */
  notice: string
  title: string
  isAsked: boolean
  state: ConsentState
  isDisputed: boolean
  isAskedAnew: boolean
  /** Who decided it and when, in words; null while nobody has. */
  by: string | null
  /** Whether the one who is signed in has said yes, and so can take it back; or has read what asks for nothing. */
  hasSaidYes: boolean
  hasSaidNo: boolean
}
