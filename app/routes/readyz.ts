import { readiness } from '~/http/readiness.server'
import { anyone } from '~/http/route.server'

/** Readiness check: 200, or 503 with the reason. */
export async function loader() {
  anyone()
  const answer = await readiness()
  return Response.json(answer, { status: answer.ready ? 200 : 503, headers: { 'Cache-Control': 'no-store' } })
}
