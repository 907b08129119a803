const QUIET = {
  /** Webhooks are never sent. */
  dropWebhooks: false,
  /** Each webhook is sent this many times more, with the same event id. */
  repeatWebhooks: 0,
  delayWebhooksMs: 0,
  /** The webhooks of one act are sent last first. */
  reorderWebhooks: false,
  /** Requests to the API are never answered, and nothing is done. */
  timeOut: false,
  /** Requests to the API are answered with 500 and Razorpay's SERVER_ERROR, and nothing is done. */
  failWith5xx: false,
  /** Requests to the API are carried out, and then never answered. */
  loseAnswers: false,
  /** The same of those that write; those that read are answered. */
  loseAnswersToWrites: false,
  /** A payment is captured twice, as when a payer pays in two windows. */
  captureTwice: false,
  /** After paying, the payer is not sent back (the browser was closed). */
  dropCallback: false,
  /** The list of links finds nothing by reference_id, as some integrators report. */
  ignoreReferenceFilter: false,
  /** Refunds are accepted and then fail at the bank. */
  failRefunds: false,
}

/** Trouble to order, for all merchants or for one. */
export type Switches = typeof QUIET

/** Reads switch settings of unknown shape. */
export function parseSwitches(input: Record<string, unknown>): Partial<Switches> {
  return parseBy(QUIET, input)
}

type Board = Record<string, boolean | number>

function parseBy<Of extends Board>(quiet: Of, input: Record<string, unknown>): Partial<Of> {
  const changes: Board = {}
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(quiet, name)) throw new TypeError(`There is no switch "${name}".`)
    const wanted = typeof quiet[name]
    const fits = wanted === 'number' ? Number.isInteger(value) && Number(value) >= 0 : typeof value === 'boolean'
    if (!fits) throw new TypeError(`"${name}" takes a ${wanted === 'number' ? 'whole number' : 'true or false'}.`)
    changes[name] = value as boolean | number
  }
  return changes as Partial<Of>
}

/** The switches of the payment provider. */
export const switchBoard = () => boardOf(QUIET)

/** Switches that are all off at first, for everybody or for one; `quiet` names them. */
export function boardOf<Of extends Board>(quiet: Of) {
  const everyone: Partial<Of> = {}
  const merchants = new Map<string, Partial<Of>>()
  return {
    /** What holds for the merchant: its own settings over those for all. */
    read: (keyId?: string): Of => ({ ...quiet, ...everyone, ...(keyId ? merchants.get(keyId) : undefined) }),
    /** Throws a TypeError with a sentence on a switch that does not exist or a value that does not fit. */
    set(changes: Partial<Of>, keyId?: string): void {
      const checked = parseBy(quiet, changes)
      if (keyId) merchants.set(keyId, { ...merchants.get(keyId), ...checked })
      else Object.assign(everyone, checked)
    },
    /** Everything off, for all merchants or for one. */
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
