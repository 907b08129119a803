import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Card, DataTable, DefinitionList, LinkParagraph, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { moneyOfTransport } from '~/models/money/transport/apply/own-transport.server'
import { listTransportPayments } from '~/models/money/transport/apply/own-vehicles.server'
import { TransportStatus } from '~/routes/students+/_shell+/__transport-status'
import { transportView } from '~/routes/students+/_shell+/__transport-status.server'
import { findOwnVehicle, paymentView, vehicleApplicationFacts } from './__own-vehicle-applications.server'

export const handle = pageTitle(() => m.vehicles_form_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const application = foundOr404(await findOwnVehicle(scope, params.id))
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
      <TransportStatus application={application} />
      <Card title={m.vehicles_wanted()}>
        <DefinitionList items={facts} />
      </Card>
      {payments.length > 0 ? (
        <Card title={m.vehicles_payments()} aside={<strong>{application.paid}</strong>}>
          <DataTable
            caption={m.vehicles_payments()}
            rows={payments}
            rowKey={(payment) => payment.id}
            columns={[
              { label: m.room_paid_on(), role: 'title', cell: (payment) => payment.on },
              { label: m.room_method(), cell: (payment) => payment.method },
              { label: m.room_amount(), align: 'end', cell: (payment) => payment.amount },
            ]}
          />
        </Card>
      ) : null}
      <LinkParagraph href={paths.student.vehicleApplications} label={m.vehicles_mine_title()} />
    </>
  )
}
