import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { mapGeometry } from '~/components/maps/map-geometry.server'
import { SmallMap } from '~/components/maps/small-map'
import { Alert } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { findMaps } from '~/models/core/schools/find-maps.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { clockOf } from '~/models/core/shared/time-of-day'
import { chargesOf } from '~/models/money/transport/charges.server'
import {
  findTransportApplication,
  type OfficeTransportApplication,
} from '~/models/money/transport/decide/applications.server'
import { possibleVerbs } from '~/models/money/transport/decide/decision-rules'
import {
  activationName,
  deedWord,
  kindNames,
  planNames,
  straightLine,
  transportStatusNames,
} from '~/models/money/transport/decide/decision-words'
import { kmOf, shownStatus } from '~/models/money/transport/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { loadApplicationDetails } from '../__application.server'
import { ApplicationPage, exactRupees } from '../__application-page'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ application }) => `Transport application of ${application.studentName}`)

export async function loader(args: LoaderFunctionArgs) {
  const opening = { may: 'transport-applications:view', find: findTransportApplication } as const
  const { staff, scope, thing: found } = await openThing(args, opening)
  const [details, school] = await Promise.all([
    loadApplicationDetails(staff, found, { kind: 'transport-application', chargesOf }),
    findMaps(scope),
  ])
  // Leaves out the internal ids, and the requests, which are returned separately.
  const { id: _id, studentId: _student, routeId: _route, stopRouteId: _stopRoute, requests: _, ...application } = found
  return {
    application,
    map: mapOf(found, school),
    status: shownStatus(application.status, application.owedPaise),
    verbs: possibleVerbs(application, todayInIndia(new Date())),
    details,
    seesTransport: mayStaff(staff.role, 'transport:view'),
  }
}

function mapOf({ pickup, drop }: OfficeTransportApplication, { location }: Awaited<ReturnType<typeof findMaps>>) {
  const isSame = drop?.latitude === pickup.latitude && drop.longitude === pickup.longitude
  const points = [
    { label: isSame ? 'Pickup and drop' : 'Pickup', point: pickup },
    ...(location ? [{ label: 'School', point: location }] : []),
    ...(drop && !isSame ? [{ label: 'Drop', point: drop }] : []),
  ]
  return mapGeometry(points, (km) => `${km} km`)
}

export default function TransportApplicationPage() {
  const { application: of, map, status, verbs, details, seesTransport } = useLoaderData<typeof loader>()
  const can = (verb: keyof typeof verbs) => details.may.decide && verbs[verb]
  const id = of.publicId
  const isTravelling = of.status === 'active'
  const activation = { href: schoolPaths.activateTransport(id), label: activationName(of.status) }
  const km = `${kmOf(of.distanceMetres)} km`
  const linked = (pageOf: (publicId: string) => string, publicId: string | null, text: string | null) =>
    publicId !== null && text !== null && seesTransport ? <a href={pageOf(publicId)}>{text}</a> : text
  const route = linked(schoolPaths.route, of.routePublicId, of.routeName)
  const isElsewhere = of.runPublicId && of.stopName && of.routePublicId !== of.stopRoutePublicId
  return (
    <ApplicationPage
      of={of}
      details={details}
      status={transportStatusNames[status]}
      asked={of.fareName}
      what="the transport"
      next={[
        { can: can('approve'), href: schoolPaths.approveTransport(id), label: 'Approve' },
        { can: can('activate') && !isTravelling, ...activation },
        {
          can: details.may.correct && verbs.refund,
          href: schoolPaths.transportRefund(id),
          label: 'Decide on the refund',
        },
      ]}
      others={[
        { can: can('activate') && isTravelling, ...activation },
        { can: can('suspend'), href: schoolPaths.suspendTransport(id), label: 'Suspend' },
        { can: can('reject'), href: schoolPaths.rejectTransport(id), label: 'Reject' },
        { can: can('cancel'), href: schoolPaths.cancelTransport(id), label: 'Cancel the application' },
        { can: can('end'), href: schoolPaths.endTransport(id), label: 'End the transport' },
      ]}
      allHref={schoolPaths.transportApplications}
      student={[
        { label: 'Emergency contact', value: of.emergencyContact },
        { label: 'Medical conditions', value: of.medicalConditions },
        { label: 'Special requirements', value: of.specialRequirements },
      ]}
      cards={[
        {
          title: 'Pickup and drop',
          items: [
            { label: 'Pickup', value: of.pickupAddress },
            { label: 'Drop', value: of.dropAddress },
            { label: 'Distance', value: of.isStraight ? `${km}, ${straightLine}` : km },
          ],
          below: <SmallMap map={map} label={`Map of the pickup, the school and the drop: ${km}`} />,
        },
        {
          title: 'Applied for',
          items: [
            { label: 'Kind', value: kindNames[of.kind] },
            { label: of.kind === 'vehicle' ? 'Vehicle and route' : 'Fare', value: of.fareName },
            ...(of.kind === 'vehicle'
              ? []
              : [
                  {
                    label: 'Stop',
                    value: of.stopName && (
                      <>
                        {of.stopName}, a stop of {linked(schoolPaths.route, of.stopRoutePublicId, of.stopRouteName)}
                      </>
                    ),
                  },
                  { label: 'Route', value: route },
                ]),
            { label: 'Session', value: of.sessionName },
            { label: 'Per month', value: exactRupees(of.monthPaise) },
            { label: 'Plan', value: `${planNames[of.paymentPlan]}: ${exactRupees(of.periodPaise)}` },
            { label: 'Deposit', value: of.depositPaise > 0 ? exactRupees(of.depositPaise) : 'None' },
            { label: 'First payment', value: exactRupees(of.periodPaise + of.depositPaise) },
          ],
        },
        {
          title: 'Seat',
          above: isElsewhere ? (
            <Alert tone="warn" title={`The vehicle does not stop at ${of.stopName}`}>
              <p>{`The seat is on ${of.routeName}; the requested stop is on ${of.stopRouteName}.`}</p>
            </Alert>
          ) : null,
          items: [
            { label: 'Route', value: of.runPublicId ? route : null },
            { label: 'Vehicle', value: linked(schoolPaths.vehicle, of.vehiclePublicId, of.vehicleNumber) },
            { label: 'Pickup time', value: of.pickupMinute === null ? null : clockOf(of.pickupMinute) },
            { label: 'Drop time', value: of.dropMinute === null ? null : clockOf(of.dropMinute) },
            { label: 'First day', value: of.startsOn && formatDay(of.startsOn, 'en') },
            ...(of.resumedOn ? [{ label: 'Travelling since', value: formatDay(of.resumedOn, 'en') }] : []),
            ...(of.endedOn ? [{ label: 'Ended on', value: formatDay(of.endedOn, 'en') }] : []),
          ],
        },
      ]}
      remarks={of.remarks}
      deedWord={deedWord}
    />
  )
}
