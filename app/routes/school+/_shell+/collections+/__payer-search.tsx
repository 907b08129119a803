import { TextField } from '~/components/forms'
import { FilterBar } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'

/** Who pays: the focus is here, since whoever opens the counter begins to type. */
export function PayerSearch({ search = '', label = searchLabel }: { search?: string; label?: string }) {
  return (
    <FilterBar action={schoolPaths.newPayment}>
      <TextField name="search" label={label} type="search" defaultValue={search} maxLength={80} autoFocus />
    </FilterBar>
  )
}

const searchLabel = 'Name, enrollment number or mobile number'
