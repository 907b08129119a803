import { SelectField } from '~/components/forms/select-field'
import { standingFilters } from '~/models/hostels/office-options'
import { standingFilterWord } from './__words'

type ApplicationFiltersProps = {
  chosen: Record<'status' | 'hostel' | 'year', string>
  hostels: ReadonlyArray<{ publicId: string; name: string }>
  years: readonly string[]
}

/** The filters of the list of hostel applications beside its search. */
export function ApplicationFilters({ chosen, hostels, years }: ApplicationFiltersProps) {
  return (
    <>
      <SelectField
        name="status"
        label="Status"
        placeholder="Any"
        defaultValue={chosen.status}
        options={standingFilters.map((value) => ({ value, label: standingFilterWord(value) }))}
      />
      <SelectField
        name="hostel"
        label="Hostel"
        placeholder="All"
        defaultValue={chosen.hostel}
        options={hostels.map((hostel) => ({ value: hostel.publicId, label: hostel.name }))}
      />
      <SelectField
        name="year"
        label="Academic year"
        placeholder="All"
        defaultValue={chosen.year}
        options={years.map((value) => ({ value, label: value }))}
      />
    </>
  )
}
