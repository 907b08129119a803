import { type DrawnWay, WayMap } from '~/components/maps/way-map'
import { Alert, Badge, ButtonLink, Card, DataTable, DefinitionList, LinkParagraph, LoneLink } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { TransportView } from './__transport-status.server'

type TransportStatusProps = {
  application: TransportView
  /** Route, if the school has set its own location. */
  way?: DrawnWay | null
}

export function TransportStatus({ application, way }: TransportStatusProps) {
  const { facts, seat, links } = application
  const mayPay = application.owed !== null && !application.mustPay
  return (
    <>
      <Card title={application.fareName} aside={<Badge tone={application.tone}>{application.statusWord}</Badge>}>
        <Timeline steps={application.steps} />
        <p>{application.text}</p>
        {application.remarks ? (
          <p className="typed">{m.room_refund_remarks({ remarks: application.remarks })}</p>
        ) : null}
        {application.refund.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {application.canCancel || mayPay ? (
          <p className="actions">
            {mayPay ? (
              <ButtonLink href={links.pay} label={m.payments_pay_button({ amount: application.owed ?? '' })} />
            ) : null}
            {application.canCancel ? (
              <ButtonLink href={links.cancel} variant="secondary" label={m.room_cancel_application()} />
            ) : null}
          </p>
        ) : null}
      </Card>
      {application.mustPay ? (
        <Alert tone="warn" title={m.transport_payment_required()}>
          <p>{m.transport_payment_required_text({ amount: application.owed ?? '' })}</p>
          <p>
            <ButtonLink href={links.pay} variant="next" label={m.transport_pay_now()} />
          </p>
        </Alert>
      ) : null}
      {seat ? (
        <Card title={m.transport_seat()}>
          <DefinitionList
            items={[
              { label: m.transport_route(), value: seat.route },
              { label: m.transport_pickup_time(), value: seat.pickupTime },
              { label: m.transport_drop_time(), value: seat.dropTime },
              { label: m.transport_vehicle(), value: seat.vehicle },
              { label: m.transport_driver(), value: seat.driver },
              {
                label: m.transport_driver_phone(),
                value: seat.driverPhone ? (
                  <LoneLink href={`tel:${seat.driverPhone.replaceAll(/[^+\d]/g, '')}`} label={seat.driverPhone} />
                ) : null,
              },
            ]}
          />
        </Card>
      ) : null}
      <Card title={m.transport_details()}>
        <DefinitionList
          items={[
            { label: m.transport_pickup(), value: facts.pickup },
            { label: m.transport_drop(), value: facts.drop },
            ...(facts.stop ? [{ label: m.transport_stop(), value: facts.stop }] : []),
            { label: m.transport_distance(), value: facts.distance },
            { label: m.transport_plans(), value: facts.plan },
            { label: m.transport_deposit(), value: facts.deposit },
            ...(facts.startsOn ? [{ label: m.transport_first_day(), value: facts.startsOn }] : []),
          ]}
        />
        {way ? <WayMap {...way} /> : null}
      </Card>
      {application.dues.length > 0 ? <Dues dues={application.dues} /> : null}
      <LinkParagraph href={links.payments} label={m.payments_list_title()} />
    </>
  )
}

export function Timeline({ steps }: { steps: TransportView['steps'] }) {
  const reached = steps.filter(({ isReached }) => isReached).length
  return (
    <ol className="steps" aria-label={m.transport_timeline()}>
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

function nameOfDue({ name, note }: TransportView['dues'][number]) {
  return note === null ? (
    name
  ) : (
    <>
      {name}
      <span className="hint">{note}</span>
    </>
  )
}

function Dues({ dues }: { dues: TransportView['dues'] }) {
  return (
    <Card title={m.room_dues()}>
      <DataTable
        caption={m.room_dues()}
        rows={dues}
        rowKey={(due) => due.id}
        columns={[
          { label: m.payments_for(), role: 'title', cell: nameOfDue },
          { label: m.room_due_on(), align: 'nowrap', cell: (due) => due.dueOn },
          { label: m.room_amount(), align: 'end', cell: (due) => due.amount },
          { label: m.room_paid(), align: 'end', cell: (due) => due.paid },
        ]}
      />
    </Card>
  )
}
