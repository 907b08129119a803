import { Form } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { type FormResult, fieldProps, HiddenKey, RadioGroup, useServerForm } from '~/components/forms'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'
import { TransferFields, type TransferValues } from '~/components/payments/transfer-fields'
import {
  Alert,
  ButtonLink,
  Card,
  DefinitionList,
  LinkParagraph,
  PageHead,
  SubmitButton,
  useHydrated,
} from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { hostelPaymentMethods } from '~/models/money/hostels/options'
import type { RoomPaymentView } from './__application-status.server'
import { CostSummary } from './__cost-summary'

type RoomPaymentProps = {
  view: RoomPaymentView
  refusal: { result: FormResult; title: string; isOnlineOff: boolean } | undefined
}

const money = (paise: number) => formatPaise(paise, { style: 'short' })

export function RoomPayment({ view, refusal }: RoomPaymentProps) {
  const { id, guard, summary, cost } = view
  return (
    <>
      <PageHead title={m.room_payment_title()} />
      {guard ? (
        <Alert tone="bad">
          <p>{guard}</p>
          <LinkParagraph href={paths.student.hostelApplication(id)} label={m.shared_close()} />
        </Alert>
      ) : null}
      {view.step === 'over' ? null : view.waiting.map((one) => <Waiting key={one.id} view={view} {...one} />)}
      {guard || view.waiting.length > 0 ? null : <PaymentOutcome view={view} />}
      {guard || !view.refused ? null : (
        <Alert tone="bad" title={m.payments_refused_title()} text={m.room_refund_remarks({ remarks: view.refused })} />
      )}
      <Card title={m.room_summary()}>
        <DefinitionList
          items={[
            { label: m.room_hostel(), value: summary.hostelName },
            { label: m.hostels_room(), value: summary.room },
            { label: m.hostels_academic_year(), value: summary.academicYear },
            { label: m.hostels_period(), value: summary.semester },
            { label: m.hostels_check_in(), value: summary.checkIn },
          ]}
        />
      </Card>
      <Card title={m.room_fee_breakdown()}>
        <CostSummary cost={cost} />
        <DefinitionList
          items={[
            { label: m.room_paid(), value: money(view.paidPaise) },
            { label: m.room_to_pay(), value: <strong>{money(view.owedPaise)}</strong> },
          ]}
        />
      </Card>
      {guard || view.step !== 'review' ? null : <PayForm view={view} refusal={refusal} />}
      <LinkParagraph href={paths.student.hostelApplication(id)} label={m.room_to_application()} />
    </>
  )
}

/** Message that the bed is paid, or may be paid later. */
function PaymentOutcome({ view }: { view: RoomPaymentView }) {
  if (view.step === 'paid')
    return (
      <Alert tone="good" title={m.room_paid_title()}>
        {view.isPending ? <p>{m.room_reviewed_soon()}</p> : null}
      </Alert>
    )
  return view.step === 'later' ? <Alert tone="info" text={m.room_pay_later()} /> : null
}

/** Alert for a declared transfer, or for cash that the student still has to bring. */
function Waiting({ view, id, isCash, amountPaise }: { view: RoomPaymentView } & RoomPaymentView['waiting'][number]) {
  const amount = money(amountPaise)
  return (
    <Alert tone={isCash ? 'info' : 'good'} title={isCash ? m.room_cash_title() : m.room_declared_title()}>
      <p>{isCash ? m.room_cash_text({ amount }) : m.room_declared_text({ amount })}</p>
      {view.isPending ? <p>{m.room_reviewed_soon()}</p> : null}
      <LinkParagraph href={paths.student.withdrawHostelPayment(view.id, id)} label={m.room_other_way()} />
    </Alert>
  )
}

type Values = TransferValues & { method: string }

function PayForm({ view, refusal }: RoomPaymentProps) {
  const { form, fields, allErrors } = useServerForm<Values>({ id: 'pay', lastResult: refusal?.result })
  const { bank } = view
  const offered = { razorpay: view.online, bank_transfer: bank !== null, cash: true }
  const methods = hostelPaymentMethods.filter((method) => offered[method])
  return (
    <>
      {view.online && !refusal?.isOnlineOff ? null : <PaymentNotAvailable />}
      <Form method="post" action={paths.student.payHostel(view.id)} encType="multipart/form-data" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={refusal?.title ?? m.shared_problem()} />
        <HiddenKey value={view.formKey} />
        <Card title={m.room_method_title()}>
          <RadioGroup
            {...fieldProps(fields.method)}
            label={m.room_method()}
            required
            options={methods.map((method) => ({
              value: method,
              label: methodTexts[method].label(),
              hint: methodTexts[method].hint(),
            }))}
          />
          {bank ? (
            <ForTransfer>
              <TransferFields heading={<h3>{m.room_bank_title()}</h3>} bank={bank} fields={fields} />
            </ForTransfer>
          ) : null}
          <div className="actions">
            <SubmitButton variant="next" busyText={m.room_processing()}>
              {m.payments_pay_button({ amount: money(view.toPayPaise) })}
            </SubmitButton>
            <ButtonLink href={paths.student.hostelApplication(view.id)} variant="secondary" label={m.room_cancel()} />
          </div>
        </Card>
      </Form>
    </>
  )
}

/**
 * Fields for bank transfers. With JavaScript, they are shown only for that method; without it, always. Fields that came
 * with the document stay until the user first chooses a method, so that no button moves when the scripts load.
 */
function ForTransfer({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated()
  const [cameWithDocument] = useState(!isHydrated)
  const [isHidden, setHidden] = useState(!cameWithDocument)
  useEffect(() => {
    const form = box.current?.closest('form')
    if (!form) return
    const look = () => {
      const method = new FormData(form).get('method')
      setHidden(method === null ? !cameWithDocument : method !== 'bank_transfer')
    }
    look()
    form.addEventListener('change', look)
    return () => form.removeEventListener('change', look)
  }, [cameWithDocument])
  return (
    <div ref={box} hidden={isHidden}>
      {children}
    </div>
  )
}

const methodTexts = {
  razorpay: { label: m.room_method_online, hint: m.room_method_online_hint },
  bank_transfer: { label: m.room_method_bank, hint: m.room_method_bank_hint },
  cash: { label: m.room_method_cash, hint: m.room_method_cash_hint },
}
