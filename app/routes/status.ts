import type { LoaderFunctionArgs } from '@remix-run/node'
import { installationStatus } from '~/http/installation.server'
import { requireOperator } from '~/http/route.server'
import { statusPage } from './__status-page'

/**
 * Status page of this installation for the operator. The browser asks for a user name (any text) and a password (the
 * operator's token).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  return new Response(statusPage(await installationStatus(await requireOperator(request, 'Basic'), request)), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
