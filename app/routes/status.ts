import type { LoaderFunctionArgs } from '@remix-run/node'
import { installationStatus } from '~/http/installation.server'
import { requireOperator } from '~/http/route.server'
import { statusPage } from './__status-page'

/** How this installation is, as a page for whoever runs it: a browser asks for a name (any) and a password, which is the operator's token. */
export async function loader({ request }: LoaderFunctionArgs) {
  return new Response(statusPage(await installationStatus(await requireOperator(request, 'Basic'), request)), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
