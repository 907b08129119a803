import type { LoaderFunctionArgs } from '@remix-run/node'
import { installationStatus } from '~/http/installation.server'
import { metricsOf } from '~/http/metrics.server'
import { requireOperator } from '~/http/route.server'

/** State and counters of this installation for Prometheus; requires the operator's token. */
export async function loader({ request }: LoaderFunctionArgs) {
  return metricsOf(await installationStatus(await requireOperator(request, 'Bearer'), request))
}
