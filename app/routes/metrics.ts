import type { LoaderFunctionArgs } from '@remix-run/node'
import { installationStatus } from '~/http/installation.server'
import { metricsOf } from '~/http/metrics.server'
import { requireOperator } from '~/http/route.server'

/** How this installation is and what this process has done, for Prometheus; to whoever has the operator's token. */
export async function loader({ request }: LoaderFunctionArgs) {
  return metricsOf(await installationStatus(await requireOperator(request, 'Bearer'), request))
}
