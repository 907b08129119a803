import { CheckboxField, type ServerField } from '~/components/forms'
import { formatDay } from '~/models/core/shared/calendar'

/** Messages beside the fields for a payment date before `first`, on which the financial year or session began. */
export function earlyDayWords(first: string): { paid_on: string[]; means_early_day: string[] } {
  return {
    paid_on: [`This is before ${formatDay(first, 'en')}, when this financial year or session began`],
    means_early_day: ['Check the year first; tick this if the money was really received on that day'],
  }
}

/** Checkbox that confirms an early payment date; shown only after the date was refused as early. */
export function EarlyDayField({ field }: { field: ServerField }) {
  if (field.errors === undefined && field.initialValue !== 'on') return null
  return (
    <CheckboxField
      name={field.name}
      id={field.id}
      errors={field.errors}
      defaultChecked={field.initialValue === 'on'}
      label="The money was received on this earlier day"
    />
  )
}
