import { createSwitchBoard } from '../switches'

const QUIET = {
  /** Never answers requests and does nothing. */
  timeOut: false,
  /** Answers requests with 500 and does nothing. */
  failWith5xx: false,
  /** Accepts and sends messages, but never answers the request. */
  loseAnswers: false,
  limitRate: false,
  /** Prepaid balance is used up; for WhatsApp, an invoice is unpaid. */
  balanceUsedUp: false,
  /** Refuses every template as if it were withdrawn. */
  refuseTemplates: false,
  /** Accepts messages, but they reach no phone and get no report. */
  neverDeliver: false,
  /** Creates reports but never sends them. */
  dropReports: false,
  /** Sends each report this many additional times. */
  repeatReports: 0,
  delayReportsMs: 0,
  /** Sends the reports of one message in reverse order. */
  reorderReports: false,
}

/** Faults to switch on for all schools or for one. */
export const messageSwitches = () => createSwitchBoard(QUIET)

export type MessageSwitches = ReturnType<typeof messageSwitches>
