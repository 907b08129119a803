import { MoneyField, SelectField, TextField } from '~/components/forms'
import { optionsOf } from '~/kit/forms/fields'
import type { FineDraft } from '~/models/money/fees/fine-fields'
import { fineKindLabels } from '~/models/money/fees/options'

/** Entries of the error summary above the form: errors of single fields and of the whole form. */
export function problemsOf(errors: Record<string, string[]>) {
  return Object.entries(errors).flatMap(([id, messages]) =>
    messages.map((message) => (id === '' ? { message } : { id, message })),
  )
}

export function typedIn(errors: Record<string, string[]>) {
  return (name: string, defaultValue: string) => ({ name, defaultValue, errors: errors[name] })
}

type FineFieldsProps = { draft: FineDraft; errors: Record<string, string[]> }

/** Fields of a late fine. All are always shown, because without JavaScript none can appear when a kind is chosen. */
export function FineFields({ draft, errors }: FineFieldsProps) {
  const inputProps = typedIn(errors)
  return (
    <>
      <h2>Late fine</h2>
      <p className="soft">
        It increases by itself after the due date, stops while a payment is in progress, and can be waived for a
        student. A student who owes the fee only from a later day, for example after joining mid-year, is fined from
        that day. A changed rule also applies to unpaid dues.
      </p>
      <div className="cols">
        <SelectField
          {...inputProps('fine_kind', draft.kind || 'none')}
          label="Late fine"
          placeholder={null}
          options={optionsOf(fineKindLabels)}
        />
        <MoneyField {...inputProps('fine_amount', draft.amount)} label="Fine" hint="Once, or for each day" />
      </div>
      <div className="cols">
        <TextField
          {...inputProps('fine_grace_days', draft.grace_days)}
          label="Days of grace"
          hint="Days after the due date without a fine"
          inputMode="numeric"
          maxLength={3}
        />
        <MoneyField {...inputProps('fine_cap', draft.cap)} label="Maximum fine" hint="Leave blank for no limit" />
      </div>
      <details open={draft.kind === 'slabs'}>
        <summary>Slabs</summary>
        <p className="soft">
          Day 1 is the first day after the days of grace. Each slab gives the total fine from its day on.
        </p>
        {draft.slabs.map((slab, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of the form are never reordered
          <fieldset className="cols" key={index}>
            <legend className="soft small">{`Slab ${index + 1}`}</legend>
            <TextField
              {...inputProps(`fine_slabs[${index}].from_day`, slab.from_day)}
              label="From day"
              inputMode="numeric"
              maxLength={3}
            />
            <MoneyField {...inputProps(`fine_slabs[${index}].amount`, slab.amount)} label="Total fine" />
          </fieldset>
        ))}
      </details>
    </>
  )
}
