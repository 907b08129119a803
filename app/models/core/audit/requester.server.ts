import { AsyncLocalStorage } from 'node:async_hooks'
import { isIP } from 'node:net'
import { deviceOf } from '~/models/core/shared/client/device.server'

export interface Requester {
  requestId: string | null
  /** IPv4 or IPv6; null if the proxy sent none. */
  address: string | null
  device: string
}

const state = new AsyncLocalStorage<() => Requester>()

/** Runs `work` on behalf of one request, whose origin is added to security events. */
export function asRequester<T>(headers: RequesterHeaders, work: () => T): T {
  // Lazy, because few requests record anything.
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

/** Returns a name such as 'Chrome on Android', from fixed lists and never from the user agent's own text. */
function deviceName(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter((name) => name !== null).join(' on ') || 'Unknown device'
}

/** Returns a valid IP address or null, because a proxy may pass on any text. */
function addressOf(reportedAddress = ''): string | null {
  const address = reportedAddress.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIP(address) ? address.toLowerCase() : null
}

/** Returns the current request, or an empty one (in the worker). */
export function requester(): Requester {
  return state.getStore()?.() ?? { requestId: null, address: null, device: '' }
}
