import { CheckboxGroup, SelectField } from '~/components/forms'
import { FilterBar } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { pageSizes, standardPageSize } from '~/models/hostels/options'
import { PerPage } from './__per-page'

type Choice = { value: string; label: string }

export type HostelFiltersProps = {
  choices: Record<'genders' | 'types' | 'prices' | 'facilities', readonly Choice[]>
  chosen: { gender: string; type: string; price: string; facilities: readonly string[]; pageSize: number }
  resetHref?: string
}

/** What the list of hostels may be narrowed to. Closed at first, so that the hostels are in sight on a phone. */
export function HostelFilters({ choices, chosen, resetHref }: HostelFiltersProps) {
  return (
    <details className="more-filters" open={resetHref !== undefined}>
      <summary>{m.hostels_filters()}</summary>
      <FilterBar action={paths.student.hostels} resetHref={resetHref} submitLabel={m.hostels_apply_filters()}>
        <input type="hidden" name="load" value="1" />
        <SelectField
          name="gender"
          label={m.hostels_filter_gender()}
          placeholder={m.hostels_any()}
          defaultValue={chosen.gender}
          options={choices.genders}
        />
        <SelectField
          name="type"
          label={m.hostels_filter_type()}
          placeholder={m.hostels_any()}
          defaultValue={chosen.type}
          options={choices.types}
        />
        <SelectField
          name="price"
          label={m.hostels_filter_price()}
          placeholder={m.hostels_any()}
          defaultValue={chosen.price}
          options={choices.prices}
        />
        <PerPage name="per_page" sizes={pageSizes} standard={standardPageSize} chosen={chosen.pageSize} />
        <CheckboxGroup
          name="facilities"
          label={m.hostels_filter_facilities()}
          options={choices.facilities}
          chosen={chosen.facilities}
        />
      </FilterBar>
    </details>
  )
}
