import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { methodNames, stateNames } from '~/models/ledger/office-words'
import { paymentMethods, paymentStates } from '~/models/ledger/options'

/** The filters of the list of collections beside its search. */
export function CollectionFilters({ chosen }: { chosen: Record<string, string> }) {
  return (
    <>
      <SelectField
        name="state"
        label="Status"
        placeholder="Any"
        defaultValue={chosen.state}
        options={paymentStates.map((value) => ({ value, label: stateNames[value].word }))}
      />
      <SelectField
        name="method"
        label="Method"
        placeholder="Any"
        defaultValue={chosen.method}
        options={paymentMethods.map((value) => ({ value, label: methodNames[value] }))}
      />
      <SelectField
        name="excess"
        label="Excess"
        placeholder="Any"
        defaultValue={chosen.excess}
        options={[{ value: 'yes', label: 'Has excess' }]}
      />
      <DateField name="from" label="From" hint={null} defaultValue={chosen.from} placeholder="yyyy-mm-dd" />
      <DateField name="to" label="To" hint={null} defaultValue={chosen.to} placeholder="yyyy-mm-dd" />
    </>
  )
}
