import { anyone } from '~/http/route.server'

/** Liveness check. Does not query the database, since an outage there must not restart the app. */
export function loader() {
  anyone()
  return new Response('alive', {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
