import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RideStatus } from '~/components/transport/ride-status'
import { Card, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { moneyOfRide } from '~/models/transport/own-transport.server'
import { listRidePayments } from '~/models/transport/own-vehicles.server'
import { rideView } from '~/routes/students+/_shell+/__transport-status.server'
import { paymentView, requireOwnVehicleRide, vehicleRideFacts } from './__own-vehicle-rides.server'
import { PaymentHistory } from './__payment-history'

export const handle = pageTitle(() => m.vehicles_form_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const ride = await requireOwnVehicleRide(scope, params.id)
  const [money, payments] = await Promise.all([moneyOfRide(scope, ride), listRidePayments(scope, [ride.id])])
  return {
    ride: rideView(ride, money),
    facts: vehicleRideFacts(ride),
    payments: (payments.get(ride.id) ?? []).map(paymentView),
  }
}

export default function VehicleApplicationPage() {
  const { ride, facts, payments } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={m.vehicles_form_title()} />
      <RideStatus
        ride={ride}
        payHref={paths.student.payVehicle(ride.id)}
        cancelHref={paths.student.cancelVehicle(ride.id)}
      />
      <Card title={m.vehicles_wanted()}>
        <DefinitionList items={facts} />
      </Card>
      {payments.length > 0 ? (
        <Card title={m.vehicles_payments()} aside={<strong>{ride.paid}</strong>}>
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
