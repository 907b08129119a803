import { m } from '~/language/paraglide/messages'
import type { PlanView } from '~/models/money/transport/words.server'

type PlanCardsProps = {
  plans: readonly PlanView[]
  /** Field name and chosen plan; omitted when the plans are only displayed. */
  name?: string
  chosen?: string
}

export function PlanCards({ plans, name, chosen }: PlanCardsProps) {
  if (name === undefined)
    return (
      <ul className="plans" aria-label={m.transport_plans()}>
        {plans.map((plan) => (
          <li className="plan" key={plan.plan}>
            <PlanLines plan={plan} />
          </li>
        ))}
      </ul>
    )
  return (
    <fieldset className="field">
      <legend>{m.transport_plans()}</legend>
      <div className="plans">
        {plans.map((plan) => (
          <label className="plan choice" key={plan.plan}>
            <input type="radio" name={name} value={plan.plan} defaultChecked={plan.plan === chosen} />
            <span>
              <PlanLines plan={plan} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function PlanLines({ plan }: { plan: PlanView }) {
  return (
    <>
      {plan.name}
      <strong className="plan-amount">{plan.amount}</strong>
      <span className="choice-hint">{plan.rhythm}</span>
      {plan.saving ? <span className="choice-hint plan-saving">{plan.saving}</span> : null}
      <span className="choice-hint">{plan.instalments}</span>
      <span className="choice-hint">{plan.year}</span>
      {plan.until ? <span className="choice-hint">{plan.until}</span> : null}
    </>
  )
}
