import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStudent } from '~/http/route.server'

/** Every other address of the student area: a visitor is asked to log in first (SP section 2), a student learns that it is nothing. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStudent(context, request)
  throw new Response(null, { status: 404 })
}

export default function NoSuchPage() {
  return null
}
