import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { orderMethodNames, orderMoneyNames, orderStateNames } from '~/models/shop/office-words'
import { orderMethods, orderMoneyStates, orderStates } from '~/models/shop/options'

/** The filters of the list of orders beside its search. */
export function OrderFilters({ chosen }: { chosen: Record<string, string> }) {
  return (
    <>
      <SelectField
        name="state"
        label="Status"
        placeholder="Any"
        defaultValue={chosen.state}
        options={orderStates.map((value) => ({ value, label: orderStateNames[value].word }))}
      />
      <SelectField
        name="method"
        label="Method"
        placeholder="Any"
        defaultValue={chosen.method}
        options={orderMethods.map((value) => ({ value, label: orderMethodNames[value] }))}
      />
      <SelectField
        name="paid"
        label="Payment"
        placeholder="Any"
        defaultValue={chosen.paid}
        options={orderMoneyStates.map((value) => ({ value, label: orderMoneyNames[value] }))}
      />
      <DateField name="from" label="From" hint={null} defaultValue={chosen.from} placeholder="yyyy-mm-dd" />
      <DateField name="to" label="To" hint={null} defaultValue={chosen.to} placeholder="yyyy-mm-dd" />
    </>
  )
}
