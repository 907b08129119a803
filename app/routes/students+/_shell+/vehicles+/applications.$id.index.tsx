import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TransportStatus } from '~/components/transport/transport-status'
import { Card, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { moneyOfTransport } from '~/models/transport/own-transport.server'
import { listTransportPayments } from '~/models/transport/own-vehicles.server'
import { transportView } from '~/routes/students+/_shell+/__transport-status.server'
import { paymentView, requireOwnVehicleApplication, vehicleApplicationFacts } from './__own-vehicle-applications.server'
import { PaymentHistory } from './__payment-history'

export const handle = pageTitle(() => m.vehicles_form_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const application = await requireOwnVehicleApplication(scope, params.id)
  const [money, payments] = await Promise.all([
    moneyOfTransport(scope, application),
    listTransportPayments(scope, [application.id]),
  ])
  return {
    application: transportView(application, money),
    facts: vehicleApplicationFacts(application),
    payments: (payments.get(application.id) ?? []).map(paymentView),
  }
}

export default function VehicleApplicationPage() {
  const { application, facts, payments } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={m.vehicles_form_title()} />
      <TransportStatus
        application={application}
        payHref={paths.student.payVehicle(application.id)}
        cancelHref={paths.student.cancelVehicle(application.id)}
      />
      <Card title={m.vehicles_wanted()}>
        <DefinitionList items={facts} />
      </Card>
      {payments.length > 0 ? (
        <Card title={m.vehicles_payments()} aside={<strong>{application.paid}</strong>}>
          <PaymentHistory payments={payments} />
        </Card>
      ) : null}
      <p>
        <a className="alone" href={paths.student.vehicleApplications}>
          {m.vehicles_mine_title()}
        </a>
      </p>
    </>
  )
}
