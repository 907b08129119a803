import type { MapGeometry } from '~/components/maps/map-geometry.server'
import { SmallMap } from '~/components/maps/small-map'
import { Alert } from '~/components/ui/alert'
import { Card } from '~/components/ui/card'
import { DefinitionList } from '~/components/ui/definition-list'
import { schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { clockOf } from '~/models/shared/time-of-day'
import { planNames, rideKindNames, straightLine } from '~/models/transport/decision-words'
import type { OfficeRide } from '~/models/transport/office-applications.server'
import { kmOf } from '~/models/transport/rules'

type RideCardsProps = {
  ride: Omit<OfficeRide, 'id' | 'studentId' | 'routeId' | 'stopRouteId'>
  map: MapGeometry
  seesStudent: boolean
  seesTransport: boolean
}

/** Who applied, from where, for what, and where the student sits. */
export function RideCards({ ride, map, seesStudent, seesTransport }: RideCardsProps) {
  const km = `${kmOf(ride.distanceMetres)} km`
  const linked = (href: string | null, text: string | null) =>
    href !== null && text !== null && seesTransport ? <a href={href}>{text}</a> : text
  return (
    <>
      <Card title="Student">
        <DefinitionList
          items={[
            {
              label: 'Name',
              value: seesStudent ? (
                <a href={schoolPaths.student(ride.studentPublicId)}>{ride.studentName}</a>
              ) : (
                ride.studentName
              ),
            },
            { label: 'Class', value: ride.place },
            { label: 'Enrollment number', value: ride.enrollmentNumber },
            { label: 'Emergency contact', value: ride.emergencyContact },
            { label: 'Medical conditions', value: ride.medicalConditions },
            { label: 'Special requirements', value: ride.specialRequirements },
          ]}
        />
      </Card>
      <Card title="Pickup and drop">
        <DefinitionList
          items={[
            { label: 'Pickup', value: ride.pickupAddress },
            { label: 'Drop', value: ride.dropAddress },
            { label: 'Distance', value: ride.isStraight ? `${km}, ${straightLine}` : km },
          ]}
        />
        <SmallMap map={map} label={`Map of the pickup, the school and the drop: ${km}`} />
      </Card>
      <Card title="Applied for">
        <DefinitionList
          items={[
            { label: 'Kind', value: rideKindNames[ride.kind] },
            { label: ride.kind === 'vehicle' ? 'Vehicle and route' : 'Fare', value: ride.fareName },
            ...(ride.kind === 'vehicle'
              ? []
              : [
                  {
                    label: 'Stop',
                    value: ride.stopName && (
                      <>
                        {ride.stopName}, a stop of{' '}
                        {linked(
                          ride.stopRoutePublicId && schoolPaths.route(ride.stopRoutePublicId),
                          ride.stopRouteName,
                        )}
                      </>
                    ),
                  },
                  {
                    label: 'Route',
                    value: linked(ride.routePublicId && schoolPaths.route(ride.routePublicId), ride.routeName),
                  },
                ]),
            { label: 'Session', value: ride.sessionName },
            { label: 'A month', value: exact(ride.monthPaise) },
            { label: 'Plan', value: `${planNames[ride.paymentPlan]}: ${exact(ride.periodPaise)}` },
            { label: 'Deposit', value: ride.depositPaise > 0 ? exact(ride.depositPaise) : 'None' },
            { label: 'First payment', value: exact(ride.periodPaise + ride.depositPaise) },
          ]}
        />
      </Card>
      <Card title="Seat">
        {ride.runPublicId && ride.stopName && ride.routePublicId !== ride.stopRoutePublicId ? (
          <Alert tone="warn" title={`The vehicle does not stop at ${ride.stopName}`}>
            <p>{`The seat is on ${ride.routeName}; the stop that was applied for is on ${ride.stopRouteName}.`}</p>
          </Alert>
        ) : null}
        <DefinitionList
          items={[
            {
              label: 'Route',
              value: ride.runPublicId
                ? linked(ride.routePublicId && schoolPaths.route(ride.routePublicId), ride.routeName)
                : null,
            },
            {
              label: 'Vehicle',
              value: linked(ride.vehiclePublicId && schoolPaths.vehicle(ride.vehiclePublicId), ride.vehicleNumber),
            },
            { label: 'Pickup time', value: ride.pickupMinute === null ? null : clockOf(ride.pickupMinute) },
            { label: 'Drop time', value: ride.dropMinute === null ? null : clockOf(ride.dropMinute) },
            { label: 'First day', value: ride.startsOn && formatDay(ride.startsOn, 'en') },
            ...(ride.resumedOn ? [{ label: 'Travels since', value: formatDay(ride.resumedOn, 'en') }] : []),
            ...(ride.endedOn ? [{ label: 'Ended on', value: formatDay(ride.endedOn, 'en') }] : []),
          ]}
        />
      </Card>
    </>
  )
}

function exact(paise: number): string {
  return formatPaise(paise, { style: 'exact' })
}
