const QUIET = {
  dropWebhooks: false,
  /** Sends each webhook this many additional times, with the same event id. */
  repeatWebhooks: 0,
  delayWebhooksMs: 0,
  /** Sends the webhooks of one action in reverse order. */
  reorderWebhooks: false,
  /** Never answers API requests and does nothing. */
  timeOut: false,
  /** Answers API requests with 500 and Razorpay's SERVER_ERROR, and does nothing. */
  failWith5xx: false,
  /** Carries out API requests but never answers them. */
  loseAnswers: false,
  /** Loses the answers to writes only; reads are answered. */
  loseAnswersToWrites: false,
  /** Captures a payment twice, as when a payer pays in two windows. */
  captureTwice: false,
  /** Does not redirect the payer after payment (closed browser). */
  dropCallback: false,
  /** Makes the reference_id filter of the link list find nothing, as some integrators report. */
  ignoreReferenceFilter: false,
  /** Accepts refunds, which then fail at the bank. */
  failRefunds: false,
}

/** Faults to switch on for all merchants or for one. */
export type Switches = typeof QUIET

export function parseSwitches(input: Record<string, unknown>): Partial<Switches> {
  return parseBy(QUIET, input)
}

type Board = Record<string, boolean | number>

function parseBy<Of extends Board>(quiet: Of, input: Record<string, unknown>): Partial<Of> {
  const changes: Board = {}
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(quiet, name)) throw new TypeError(`There is no switch "${name}".`)
    const expectedType = typeof quiet[name]
    const fits = expectedType === 'number' ? Number.isInteger(value) && Number(value) >= 0 : typeof value === 'boolean'
    if (!fits) throw new TypeError(`"${name}" takes a ${expectedType === 'number' ? 'whole number' : 'true or false'}.`)
    changes[name] = value as boolean | number
  }
  return changes as Partial<Of>
}

export const switchBoard = () => createSwitchBoard(QUIET)

/**
 * Creates switches that can be set for all merchants or for one. `quiet` lists them with their initial values, in which
 * no fault is active.
 */
export function createSwitchBoard<Of extends Board>(quiet: Of) {
  const everyone: Partial<Of> = {}
  const merchants = new Map<string, Partial<Of>>()
  return {
    /** Effective settings for the merchant: its own settings override those for all merchants. */
    read: (keyId?: string): Of => ({ ...quiet, ...everyone, ...(keyId ? merchants.get(keyId) : undefined) }),
    /** Throws a TypeError with a readable message for an unknown switch or an invalid value. */
    set(changes: Partial<Of>, keyId?: string): void {
      const checked = parseBy(quiet, changes)
      if (keyId) merchants.set(keyId, { ...merchants.get(keyId), ...checked })
      else Object.assign(everyone, checked)
    },
    /** Resets the switches of all merchants or of one. */
    reset(keyId?: string): void {
      if (keyId) {
        merchants.delete(keyId)
        return
      }
      merchants.clear()
      for (const name of Object.keys(everyone)) delete everyone[name as keyof Of]
    },
  }
}

export type SwitchBoard = ReturnType<typeof switchBoard>
