import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStudent } from '~/http/route.server'

/**
 * Serves every other URL of the student area: a visitor must sign in first (student specification, section 2), a
 * student gets a 404.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStudent(context, request)
  throw new Response(null, { status: 404 })
}

export default function NoSuchPage() {
  return null
}
