import { networkOf } from '~/models/shared/network.server'

/** The network that a request comes from, by the address that the door found; null where it found none. */
export function networkOfRequest(request: Request): string | null {
  return networkOf(request.headers.get('X-Client-Address'))
}
