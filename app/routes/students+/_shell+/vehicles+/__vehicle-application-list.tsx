import { Badge, ButtonLink, DefinitionList, EmptyState, Pager, StatCard } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { Timeline } from '~/routes/students+/_shell+/__transport-status'
import type { myVehicleApplications, VehicleApplicationCard } from './__own-vehicle-applications.server'
import { pageHref } from './__vehicle-list'

/** Applications of a student, newest first. */
export function VehicleApplicationList(list: Awaited<ReturnType<typeof myVehicleApplications>>) {
  const { title, summary, applications, page, pages, showing, empty } = list
  return (
    <>
      <h2>{title}</h2>
      {applications.length === 0 ? (
        <EmptyState
          icon="bus"
          {...empty}
          action={<ButtonLink href={paths.student.vehicles} label={m.vehicles_available()} />}
        />
      ) : (
        <>
          <div className="cols">
            {summary.map((count) => (
              <StatCard key={count.label} {...count} />
            ))}
          </div>
          <ul className="plain-list">
            {applications.map((application) => (
              <VehicleApplication key={application.id} application={application} />
            ))}
          </ul>
          <p className="soft">{showing}</p>
        </>
      )}
      <Pager page={page} pages={pages} hrefFor={(to) => pageHref(paths.student.vehicleApplications, to)} />
    </>
  )
}

function VehicleApplication({ application }: { application: VehicleApplicationCard }) {
  const { id, title, owed, canCancel, payments } = application
  const hiddenTitle = <span className="sr"> {title}</span>
  return (
    <li className="card">
      <div className="card-head">
        <h3>{title}</h3>
        <Badge tone={application.tone}>{application.status}</Badge>
      </div>
      <Timeline steps={application.steps} />
      <DefinitionList items={application.facts} />
      {payments.length > 0 ? (
        <details className="fold-spaced">
          <summary>{m.vehicles_payments()}</summary>
          <ul>
            {payments.map((payment) => (
              <li key={payment.id}>
                {payment.on} · {payment.method} · {payment.amount}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <p className="actions">
        {owed ? (
          <ButtonLink href={paths.student.payVehicle(id)} variant="next">
            {m.payments_pay_button({ amount: owed })}
            {hiddenTitle}
          </ButtonLink>
        ) : null}
        <ButtonLink href={paths.student.vehicleApplication(id)} variant="secondary">
          {m.hostels_view_details()}
          {hiddenTitle}
        </ButtonLink>
        {canCancel ? (
          <ButtonLink href={paths.student.cancelVehicle(id)} variant="secondary">
            {m.room_cancel_application()}
            {hiddenTitle}
          </ButtonLink>
        ) : null}
      </p>
    </li>
  )
}
