import type { MapGeometry } from '~/components/maps/map-geometry.server'
import { SmallMap } from '~/components/maps/small-map'
import { Alert, Card, DefinitionList } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { clockOf } from '~/models/shared/time-of-day'
import type { OfficeTransportApplication } from '~/models/transport/applications.server'
import { kindNames, planNames, straightLine } from '~/models/transport/decision-words'
import { kmOf } from '~/models/transport/rules'

type ApplicationCardsProps = {
  application: Omit<OfficeTransportApplication, 'id' | 'studentId' | 'routeId' | 'stopRouteId'>
  map: MapGeometry
  seesStudent: boolean
  seesTransport: boolean
}

/** Who applied, from where, for what, and where the student sits. */
export function ApplicationCards({ application, map, seesStudent, seesTransport }: ApplicationCardsProps) {
  const km = `${kmOf(application.distanceMetres)} km`
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
                <a href={schoolPaths.student(application.studentPublicId)}>{application.studentName}</a>
              ) : (
                application.studentName
              ),
            },
            { label: 'Class', value: application.classSection },
            { label: 'Enrollment number', value: application.enrollmentNumber },
            { label: 'Emergency contact', value: application.emergencyContact },
            { label: 'Medical conditions', value: application.medicalConditions },
            { label: 'Special requirements', value: application.specialRequirements },
          ]}
        />
      </Card>
      <Card title="Pickup and drop">
        <DefinitionList
          items={[
            { label: 'Pickup', value: application.pickupAddress },
            { label: 'Drop', value: application.dropAddress },
            { label: 'Distance', value: application.isStraight ? `${km}, ${straightLine}` : km },
          ]}
        />
        <SmallMap map={map} label={`Map of the pickup, the school and the drop: ${km}`} />
      </Card>
      <Card title="Applied for">
        <DefinitionList
          items={[
            { label: 'Kind', value: kindNames[application.kind] },
            { label: application.kind === 'vehicle' ? 'Vehicle and route' : 'Fare', value: application.fareName },
            ...(application.kind === 'vehicle'
              ? []
              : [
                  {
                    label: 'Stop',
                    value: application.stopName && (
                      <>
                        {application.stopName}, a stop of{' '}
                        {linked(
                          application.stopRoutePublicId && schoolPaths.route(application.stopRoutePublicId),
                          application.stopRouteName,
                        )}
                      </>
                    ),
                  },
                  {
                    label: 'Route',
                    value: linked(
                      application.routePublicId && schoolPaths.route(application.routePublicId),
                      application.routeName,
                    ),
                  },
                ]),
            { label: 'Session', value: application.sessionName },
            { label: 'A month', value: exact(application.monthPaise) },
            { label: 'Plan', value: `${planNames[application.paymentPlan]}: ${exact(application.periodPaise)}` },
            { label: 'Deposit', value: application.depositPaise > 0 ? exact(application.depositPaise) : 'None' },
            { label: 'First payment', value: exact(application.periodPaise + application.depositPaise) },
          ]}
        />
      </Card>
      <Card title="Seat">
        {application.runPublicId &&
        application.stopName &&
        application.routePublicId !== application.stopRoutePublicId ? (
          <Alert tone="warn" title={`The vehicle does not stop at ${application.stopName}`}>
            <p>{`The seat is on ${application.routeName}; the stop that was applied for is on ${application.stopRouteName}.`}</p>
          </Alert>
        ) : null}
        <DefinitionList
          items={[
            {
              label: 'Route',
              value: application.runPublicId
                ? linked(
                    application.routePublicId && schoolPaths.route(application.routePublicId),
                    application.routeName,
                  )
                : null,
            },
            {
              label: 'Vehicle',
              value: linked(
                application.vehiclePublicId && schoolPaths.vehicle(application.vehiclePublicId),
                application.vehicleNumber,
              ),
            },
            {
              label: 'Pickup time',
              value: application.pickupMinute === null ? null : clockOf(application.pickupMinute),
            },
            { label: 'Drop time', value: application.dropMinute === null ? null : clockOf(application.dropMinute) },
            { label: 'First day', value: application.startsOn && formatDay(application.startsOn, 'en') },
            ...(application.resumedOn
              ? [{ label: 'Travels since', value: formatDay(application.resumedOn, 'en') }]
              : []),
            ...(application.endedOn ? [{ label: 'Ended on', value: formatDay(application.endedOn, 'en') }] : []),
          ]}
        />
      </Card>
    </>
  )
}

function exact(paise: number): string {
  return formatPaise(paise, { style: 'exact' })
}
