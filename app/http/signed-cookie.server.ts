import type { Cookie } from '@remix-run/node'
import { recordSuspicion } from './suspicion-log.server'

/**
 * What a cookie of ours holds, or null. One that is there and that we did not sign was made or changed by somebody, or signed with an
 * APP_KEY of before: the security log is told.
 */
export async function readSigned(request: Request, cookie: Cookie): Promise<unknown> {
  const header = request.headers.get('Cookie')
  const value: unknown = await cookie.parse(header)
  const isThere = value === null && header?.split(/;\s*/).some((pair) => pair.startsWith(`${cookie.name}=`))
  if (isThere) await recordSuspicion('tampered', `cookie ${cookie.name}`)
  return value
}
