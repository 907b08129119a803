import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import {
  FirstButton,
  type FormResult,
  fieldProps,
  HiddenKey,
  type ServerField,
  TextAreaField,
  TextField,
  useServerForm,
} from '~/components/forms'
import { Card, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { DraftField, DraftFields } from '~/models/money/transport/apply/draft-options'
import { conditionsLength, phoneLength } from '~/models/money/transport/options'
import { type DrawnFare, FareResult } from './fare-result'
import { PlanCards } from './plan-cards'
import { useReadiness } from './use-readiness'

type Fields = Record<DraftField, ServerField<string>>

type ApplicationFormProps = {
  id: string
  action: string
  view: {
    /** Null until something has been typed. */
    formKey: string | null
    answers: DraftFields
    quote: { fare: DrawnFare; seen: Array<{ name: string; value: string }> } | null
  }
  refusal: { result: FormResult; title: string } | undefined
  /** Button that is disabled, once enhanced, until the required fields are filled in. */
  waiting: { button: 'calculate' | 'apply'; isComplete: (has: (name: DraftField) => boolean) => boolean }
  /** Alerts about the page rather than the input, such as a failed query. */
  troubles?: ReactNode
  /** Fields of the page, with the button that calculates the fare. */
  children: (fields: Fields, calculate: ReactNode) => ReactNode
}

/**
 * Application for a seat: the page's own fields, details for the school, and submit. Once calculated, the fare and the
 * payment plans are shown too.
 */
export function ApplicationForm({ id, action, view, refusal, waiting, troubles, children }: ApplicationFormProps) {
  const { answers, quote, formKey } = view
  const { form, fields, allErrors } = useServerForm<Record<DraftField, string>>({
    id,
    lastResult: refusal?.result,
    defaultValue: answers,
  })
  const { formRef, isReady } = useReadiness(waiting.isComplete)
  const waits = (button: 'calculate' | 'apply') => (waiting.button === button ? !isReady : undefined)
  return (
    <Form method="post" action={action} ref={formRef} {...form}>
      <FirstButton value={quote ? 'apply' : 'calculate'} />
      <FormTrouble formId={form.id} allErrors={allErrors} title={refusal?.title ?? m.shared_problem()} />
      {troubles}
      {formKey ? <HiddenKey value={formKey} /> : null}
      {quote?.seen.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children(
        fields,
        <SubmitButton
          name="intent"
          value="calculate"
          variant={quote ? 'secondary' : 'next'}
          busyText={m.transport_calculating()}
          disabled={waits('calculate')}
        >
          {m.transport_calculate()}
        </SubmitButton>,
      )}
      {quote ? <FareResult fare={quote.fare} /> : null}
      <Card title={m.transport_rider()}>
        {quote ? (
          <PlanCards plans={quote.fare.plans} name="payment_plan" chosen={answers.payment_plan || 'monthly'} />
        ) : null}
        <TextField
          {...fieldProps(fields.emergency_contact)}
          label={m.room_emergency()}
          hint={m.room_emergency_hint()}
          required
          type="tel"
          autoComplete="off"
          maxLength={phoneLength}
        />
        <TextAreaField
          {...fieldProps(fields.medical_conditions)}
          label={m.transport_medical()}
          maxLength={conditionsLength}
        />
        <TextAreaField
          {...fieldProps(fields.special_requirements)}
          label={m.hostels_special()}
          maxLength={conditionsLength}
        />
      </Card>
      <p className="actions">
        <SubmitButton
          name="intent"
          value="apply"
          variant={quote ? 'next' : 'secondary'}
          busyText={m.room_submitting()}
          disabled={waits('apply')}
        >
          {m.room_submit()}
        </SubmitButton>
      </p>
    </Form>
  )
}
