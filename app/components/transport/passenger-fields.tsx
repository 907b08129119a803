import { fieldProps, type ServerField, TextAreaField, TextField } from '~/components/forms'
import { Card } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { conditionsLength, phoneLength } from '~/models/transport/options'
import type { PlanView } from '~/models/transport/words.server'
import { PlanCards } from './plan-cards'

type PassengerFieldsProps = {
  fields: Record<'emergency_contact' | 'medical_conditions' | 'special_requirements', ServerField<string>>
  /** The ways to pay the fare; null until it has been calculated. */
  plans: readonly PlanView[] | null
  chosenPlan: string | undefined
}

/** How a ride is paid, and what the school should know of the student. */
export function PassengerFields({ fields, plans, chosenPlan }: PassengerFieldsProps) {
  return (
    <Card title={m.transport_rider()}>
      {plans ? <PlanCards plans={plans} name="payment_plan" chosen={chosenPlan || 'monthly'} /> : null}
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
  )
}
