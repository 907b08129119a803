import { SelectField } from '~/components/forms'
import { m } from '~/language/paraglide/messages'

type PerPageProps = { name: string; sizes: readonly number[]; standard: number; chosen: number }

/** Select for the page size. The default is the empty choice, which keeps the URL short. */
export function PerPage({ name, sizes, standard, chosen }: PerPageProps) {
  const choiceOf = (size: number) => (size === standard ? '' : String(size))
  return (
    <SelectField
      name={name}
      label={m.hostels_per_page()}
      placeholder={null}
      defaultValue={choiceOf(chosen)}
      options={sizes.map((size) => ({ value: choiceOf(size), label: String(size) }))}
    />
  )
}
