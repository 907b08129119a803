import { SelectField } from '~/components/forms/select-field'
import { rideFilterWord, rideKindNames } from '~/models/transport/decision-words'
import type { NamedChoice } from '~/models/transport/office-applications.server'
import { applicationKinds, shownStatuses } from '~/models/transport/options'

type RideFiltersProps = {
  /** Without `kind` the list holds one kind only. */
  chosen: { kind?: string; status: string; route: string; session: string }
  routes: readonly NamedChoice[]
  sessions: readonly NamedChoice[]
}

/** The filters of the lists of applications beside their search. */
export function RideFilters({ chosen, routes, sessions }: RideFiltersProps) {
  return (
    <>
      {chosen.kind === undefined ? null : (
        <SelectField
          name="kind"
          label="Kind"
          placeholder="Both"
          defaultValue={chosen.kind}
          options={applicationKinds.map((value) => ({ value, label: rideKindNames[value] }))}
        />
      )}
      <SelectField
        name="status"
        label="Status"
        placeholder="Any"
        defaultValue={chosen.status}
        options={([...shownStatuses, 'refund'] as const).map((value) => ({ value, label: rideFilterWord(value) }))}
      />
      <SelectField
        name="route"
        label="Route"
        placeholder="All"
        defaultValue={chosen.route}
        options={routes.map((route) => ({ value: route.publicId, label: route.name }))}
      />
      <SelectField
        name="session"
        label="Session"
        placeholder="All"
        defaultValue={chosen.session}
        options={sessions.map((session) => ({ value: session.publicId, label: session.name }))}
      />
    </>
  )
}
