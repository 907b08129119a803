import { ButtonLink, DataTable, EmptyState } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { PayerWithDues } from '~/models/ledger/find-payers.server'
import { PayerSearch } from './__payer-search'

export type Payer = Omit<PayerWithDues['payer'], 'excessPaise'>

export function classOf({ className, sectionName }: Payer): string {
  return [className, sectionName].filter((part) => part !== null).join(' ')
}

/** First step: the student, by name, enrollment number or mobile number. */
export function ChoosePayer({ search, payers }: { search: string; payers: Payer[] }) {
  return (
    <>
      <PayerSearch search={search} />
      {search === '' ? null : payers.length === 0 ? (
        <EmptyState
          icon="search"
          title="No student found"
          text="Check the spelling, or search by enrollment number."
          action={
            <ButtonLink variant="secondary" href={schoolPaths.students}>
              All students
            </ButtonLink>
          }
        />
      ) : (
        <DataTable
          caption="Students found"
          rows={payers}
          rowKey={(payer) => payer.id}
          columns={[
            {
              label: 'Student',
              role: 'title',
              cell: (payer) => <a href={schoolPaths.collectFrom(payer.id)}>{payer.name}</a>,
            },
            { label: 'Enrollment number', align: 'nowrap', cell: (payer) => payer.enrollmentNumber },
            { label: 'Class', cell: classOf },
          ]}
        />
      )}
    </>
  )
}
