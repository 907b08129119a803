import { AsyncLocalStorage } from 'node:async_hooks'
import { isIP } from 'node:net'
import { deviceOf } from '~/models/shared/device.server'

/** Whence a request comes, as the door knows it. */
export interface Requester {
  requestId: string | null
  /** IPv4 or IPv6; null where the proxy told none. */
  address: string | null
  device: string
}

const state = new AsyncLocalStorage<() => Requester>()

/** Does `work` in the name of one request; what it records in the security log says whence it came. */
export function asRequester<T>(headers: RequesterHeaders, work: () => T): T {
  // Few requests record anything: the names of browser and system are looked for only then.
  return state.run(
    () => ({
      requestId: headers.requestId ?? null,
      address: addressOf(headers.address),
      device: deviceName(headers.userAgent ?? null),
    }),
    work,
  )
}

export interface RequesterHeaders {
  requestId: string | undefined
  address: string | undefined
  userAgent: string | undefined
}

/** 'Chrome on Android': in names of a fixed list, nothing of what the browser calls itself is repeated. */
function deviceName(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter((name) => name !== null).join(' on ') || 'Unknown device'
}

/** A proxy hands on whatever it was told. */
function addressOf(told = ''): string | null {
  const address = told.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIP(address) ? address.toLowerCase() : null
}

/** The request in whose name this runs, or nobody's (the worker). */
export function requester(): Requester {
  return state.getStore()?.() ?? { requestId: null, address: null, device: '' }
}
