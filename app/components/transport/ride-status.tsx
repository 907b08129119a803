import { type DrawnWay, WayMap } from '~/components/maps/way-map'
import { Alert, Badge, ButtonLink, Card, DataTable, DefinitionList } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { RideView } from '~/routes/students+/_shell+/__transport-status.server'

type RideStatusProps = {
  ride: RideView
  /** Where it is paid and taken back. */
  payHref: string
  cancelHref: string
  /** Where it goes, as far as the school has said where it stands. */
  way?: DrawnWay | null
}

/** How an application stands: how far it has come, what is to be paid, where the seat is, and what can be done. */
export function RideStatus({ ride, payHref, cancelHref, way }: RideStatusProps) {
  const { facts, seat } = ride
  const mayPay = ride.owed !== null && !ride.mustPay
  return (
    <>
      <Card title={ride.fareName} aside={<Badge tone={ride.tone}>{ride.statusWord}</Badge>}>
        <Timeline steps={ride.steps} />
        <p>{ride.text}</p>
        {ride.remarks ? <p className="typed">{m.places_refund_remarks({ remarks: ride.remarks })}</p> : null}
        {ride.refund.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {ride.canCancel || mayPay ? (
          <p className="actions">
            {mayPay ? (
              <ButtonLink href={payHref}>{m.payments_pay_button({ amount: ride.owed ?? '' })}</ButtonLink>
            ) : null}
            {ride.canCancel ? (
              <ButtonLink href={cancelHref} variant="secondary">
                {m.places_cancel_application()}
              </ButtonLink>
            ) : null}
          </p>
        ) : null}
      </Card>
      {ride.mustPay ? (
        <Alert tone="warn" title={m.rides_payment_required()}>
          <p>{m.rides_payment_required_text({ amount: ride.owed ?? '' })}</p>
          <p>
            <ButtonLink href={payHref} variant="next">
              {m.rides_pay_now()}
            </ButtonLink>
          </p>
        </Alert>
      ) : null}
      {seat ? (
        <Card title={m.rides_seat()}>
          <DefinitionList
            items={[
              { label: m.rides_route(), value: seat.route },
              { label: m.rides_pickup_time(), value: seat.pickupTime },
              { label: m.rides_drop_time(), value: seat.dropTime },
              { label: m.rides_vehicle(), value: seat.vehicle },
              { label: m.rides_driver(), value: seat.driver },
              {
                label: m.rides_driver_phone(),
                value: seat.driverPhone ? (
                  <a className="alone" href={`tel:${seat.driverPhone.replaceAll(/[^+\d]/g, '')}`}>
                    {seat.driverPhone}
                  </a>
                ) : null,
              },
            ]}
          />
        </Card>
      ) : null}
      <Card title={m.rides_details()}>
        <DefinitionList
          items={[
            { label: m.rides_pickup(), value: facts.pickup },
            { label: m.rides_drop(), value: facts.drop },
            ...(facts.stop ? [{ label: m.rides_stop(), value: facts.stop }] : []),
            { label: m.rides_distance(), value: facts.distance },
            { label: m.rides_plans(), value: facts.plan },
            { label: m.rides_deposit(), value: facts.deposit },
            ...(facts.startsOn ? [{ label: m.rides_first_day(), value: facts.startsOn }] : []),
          ]}
        />
        {way ? <WayMap {...way} /> : null}
      </Card>
      {ride.dues.length > 0 ? <Dues dues={ride.dues} /> : null}
    </>
  )
}

/** How far something has come: each step with its day once it is reached. */
export function Timeline({ steps }: { steps: RideView['steps'] }) {
  const reached = steps.filter(({ isReached }) => isReached).length
  return (
    <ol className="steps" aria-label={m.rides_timeline()}>
      {steps.map(({ label, on, isReached }, index) => (
        <li
          key={label}
          className={isReached ? 'done' : undefined}
          aria-current={index === reached - 1 ? 'step' : undefined}
        >
          {label}
          {on ? <span className="choice-hint">{on}</span> : null}
        </li>
      ))}
    </ol>
  )
}

function nameOfDue({ name, note }: RideView['dues'][number]) {
  return note === null ? (
    name
  ) : (
    <>
      {name}
      <span className="hint">{note}</span>
    </>
  )
}

function Dues({ dues }: { dues: RideView['dues'] }) {
  return (
    <Card title={m.places_dues()}>
      <DataTable
        caption={m.places_dues()}
        rows={dues}
        rowKey={(due) => due.id}
        columns={[
          { label: m.payments_for(), role: 'title', cell: nameOfDue },
          { label: m.places_due_on(), align: 'nowrap', cell: (due) => due.dueOn },
          { label: m.places_amount(), align: 'end', cell: (due) => due.amount },
          { label: m.places_paid(), align: 'end', cell: (due) => due.paid },
        ]}
      />
    </Card>
  )
}
