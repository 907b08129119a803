import { anyone } from '~/http/route.server'

/** Whether this process is alive. It asks nobody else: a database that is away is no reason to restart the app. */
export function loader() {
  anyone()
  return new Response('alive', {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
