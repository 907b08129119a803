import { boardOf } from '../switches'

const QUIET = {
  /** Requests are never answered, and nothing is done. */
  timeOut: false,
  /** Requests are answered with 500, and nothing is done. */
  failWith5xx: false,
  /** Messages are taken and sent, and the request is never answered. */
  loseAnswers: false,
  /** Requests are refused because there were too many. */
  limitRate: false,
  /** What was paid ahead is used up; at WhatsApp a bill is open. */
  balanceUsedUp: false,
  /** Every template is refused, as one that was taken back. */
  refuseTemplates: false,
  /** Messages are taken and reach no phone, and nobody says so. */
  neverDeliver: false,
  /** Reports are made and never sent. */
  dropReports: false,
  /** Each report is sent this many times more. */
  repeatReports: 0,
  delayReportsMs: 0,
  /** The reports of one message are sent last first. */
  reorderReports: false,
}

/** Trouble to order, for all schools or for one. */
export const messageSwitches = () => boardOf(QUIET)

export type MessageSwitches = ReturnType<typeof messageSwitches>
