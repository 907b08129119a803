/** Trouble to order, for all merchants or for one. */
export interface Switches {
  /** Webhooks are never sent. */
  dropWebhooks: boolean
  /** Each webhook is sent this many times more, with the same event id. */
  repeatWebhooks: number
  delayWebhooksMs: number
  /** The webhooks of one act are sent last first. */
  reorderWebhooks: boolean
  /** Requests to the API are never answered, and nothing is done. */
  timeOut: boolean
  /** Requests to the API are answered with 500 and Razorpay's SERVER_ERROR, and nothing is done. */
  failWith5xx: boolean
  /** Requests to the API are carried out, and then never answered. */
  loseAnswers: boolean
  /** A payment is captured twice, as when a payer pays in two windows. */
  captureTwice: boolean
  /** After paying, the payer is not sent back (the browser was closed). */
  dropCallback: boolean
  /** The list of links finds nothing by reference_id, as some integrators report. */
  ignoreReferenceFilter: boolean
  /** Refunds are accepted and then fail at the bank. */
  failRefunds: boolean
}

const QUIET: Switches = {
  dropWebhooks: false,
  repeatWebhooks: 0,
  delayWebhooksMs: 0,
  reorderWebhooks: false,
  timeOut: false,
  failWith5xx: false,
  loseAnswers: false,
  captureTwice: false,
  dropCallback: false,
  ignoreReferenceFilter: false,
  failRefunds: false,
}

export interface SwitchBoard {
  /** What holds for the merchant: its own settings over those for all. */
  read(keyId?: string): Switches
  /** Throws a TypeError with a sentence on a switch that does not exist or a value that does not fit. */
  set(changes: Partial<Switches>, keyId?: string): void
  /** Everything off, for all merchants or for one. */
  reset(keyId?: string): void
}

/** Reads switch settings of unknown shape. */
export function parseSwitches(input: Record<string, unknown>): Partial<Switches> {
  const changes: Record<string, boolean | number> = {}
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(QUIET, name)) throw new TypeError(`There is no switch "${name}".`)
    const wanted = typeof QUIET[name as keyof Switches]
    const fits = wanted === 'number' ? Number.isInteger(value) && Number(value) >= 0 : typeof value === 'boolean'
    if (!fits) throw new TypeError(`"${name}" takes a ${wanted === 'number' ? 'whole number' : 'true or false'}.`)
    changes[name] = value as boolean | number
  }
  return changes as Partial<Switches>
}

export function switchBoard(): SwitchBoard {
  const everyone: Partial<Switches> = {}
  const merchants = new Map<string, Partial<Switches>>()
  return {
    read: (keyId) => ({ ...QUIET, ...everyone, ...(keyId ? merchants.get(keyId) : undefined) }),
    set(changes, keyId) {
      const checked = parseSwitches(changes)
      if (keyId) merchants.set(keyId, { ...merchants.get(keyId), ...checked })
      else Object.assign(everyone, checked)
    },
    reset(keyId) {
      if (keyId) {
        merchants.delete(keyId)
        return
      }
      merchants.clear()
      for (const name of Object.keys(everyone)) delete everyone[name as keyof Switches]
    },
  }
}
