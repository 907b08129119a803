import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FactsCard } from '~/components/decisions/facts-card'
import { MoneyCards } from '~/components/decisions/money-cards'
import { mapGeometry } from '~/components/maps/map-geometry.server'
import { Alert, Badge, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { listFacts } from '~/models/audit/list-facts.server'
import { listMoneyOfDues, waitingAmong } from '~/models/ledger/money-of-dues.server'
import { findMaps } from '~/models/schools/find-maps.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { OfficeTransportApplication } from '~/models/transport/applications.server'
import { chargesOf } from '~/models/transport/charges.server'
import { possibleVerbs } from '~/models/transport/decision-rules'
import { activationName, deedWord, refundOpen, statusNames } from '~/models/transport/decision-words'
import { shownStatus } from '~/models/transport/rules'
import { ApplicationCards } from './__application-cards'
import { requireTransportApplication } from './__transport-application.server'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ application }) => `Transport application of ${application.studentName}`)

export async function loader(args: LoaderFunctionArgs) {
  const { staff, application: found } = await requireTransportApplication(args, 'transport-applications:view')
  const { scope, role } = staff
  const [dues, facts, school] = await Promise.all([
    chargesOf(scope, found),
    listFacts(scope, { kind: 'transport-application', id: found.id }),
    findMaps(scope),
  ])
  const money = await listMoneyOfDues(
    scope,
    dues.map((due) => due.dueId),
  )
  const { id: _id, studentId: _student, routeId: _route, stopRouteId: _stopRoute, ...application } = found
  return {
    application,
    map: mapOf(found, school),
    status: shownStatus(application.status, application.owedPaise),
    dues: dues.map(({ dueId: _due, period, title, ...due }) => ({
      ...due,
      name: period > 1 ? `${due.name}: ${title}` : due.name,
    })),
    money: { ...money, waiting: waitingAmong(money.payments) },
    isOver: application.status === 'rejected' || application.status === 'cancelled',
    facts,
    verbs: possibleVerbs(application, todayInIndia(new Date())),
    may: {
      decide: mayStaff(role, 'transport-applications:decide'),
      collect: mayStaff(role, 'fees:collect'),
      correct: mayStaff(role, 'payments:correct'),
      seeStudent: mayStaff(role, 'students:view'),
      seeTransport: mayStaff(role, 'transport:view'),
    },
  }
}

function mapOf({ pickup, drop }: OfficeTransportApplication, { location }: Awaited<ReturnType<typeof findMaps>>) {
  const isSame = drop?.latitude === pickup.latitude && drop.longitude === pickup.longitude
  const places = [
    { label: isSame ? 'Pickup and drop' : 'Pickup', point: pickup },
    ...(location ? [{ label: 'School', point: location }] : []),
    ...(drop && !isSame ? [{ label: 'Drop', point: drop }] : []),
  ]
  return mapGeometry(places, (km) => `${km} km`)
}

export default function TransportApplicationPage() {
  const { application, map, status, dues, money, isOver, facts, verbs, may } = useLoaderData<typeof loader>()
  const { word, tone } = statusNames[status]
  const can = (verb: keyof typeof verbs) => may.decide && verbs[verb]
  const id = application.publicId
  const activation = { href: schoolPaths.activateTransport(id), label: activationName(application.status) }
  const next = can('approve')
    ? { href: schoolPaths.approveTransport(id), label: 'Approve' }
    : can('activate') && application.status !== 'active'
      ? activation
      : may.correct && verbs.refund
        ? { href: schoolPaths.transportRefund(id), label: 'Decide the refund' }
        : null
  const others = [
    { shown: can('activate') && application.status === 'active', ...activation },
    { shown: can('suspend'), href: schoolPaths.suspendTransport(id), label: 'Suspend' },
    { shown: can('reject'), href: schoolPaths.rejectTransport(id), label: 'Reject' },
    { shown: can('cancel'), href: schoolPaths.cancelTransport(id), label: 'Cancel the application' },
    { shown: can('end'), href: schoolPaths.endTransport(id), label: 'End the transport' },
    { shown: true, href: schoolPaths.transportApplications, label: 'All applications' },
  ]
  return (
    <>
      <PageHead
        title={application.studentName}
        context={
          <>
            <Badge tone={tone}>{word}</Badge>{' '}
            {verbs.refund ? (
              <>
                <Badge tone="warn">{refundOpen}</Badge>{' '}
              </>
            ) : null}
            {application.fareName}
          </>
        }
        action={
          next ? (
            <ButtonLink href={next.href} variant="next">
              {next.label}
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="stack">
        {verbs.refund && !may.correct ? (
          <Alert tone="info" title={refundOpen}>
            <p>The owner or accounts decide the refund.</p>
          </Alert>
        ) : null}
        <ApplicationCards
          application={application}
          map={map}
          seesStudent={may.seeStudent}
          seesTransport={may.seeTransport}
        />
        <MoneyCards
          what="the transport"
          isOver={isOver}
          dues={dues}
          {...money}
          mayCollect={may.collect}
          mayCorrect={may.correct}
        />
        <Card title="Remarks">
          <DefinitionList
            items={[
              { label: 'To the student', value: application.remarks },
              ...(application.refundState === 'decided'
                ? [{ label: 'On the refund', value: application.refundRemarks }]
                : []),
            ]}
          />
        </Card>
        <FactsCard facts={facts} deedWord={deedWord} />
        <p className="actions">
          {others.map(({ shown, href, label }) =>
            shown ? (
              <ButtonLink key={href} href={href} variant="secondary">
                {label}
              </ButtonLink>
            ) : null,
          )}
        </p>
      </div>
    </>
  )
}
