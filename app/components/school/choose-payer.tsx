import { schoolPaths } from '~/addresses/school-paths'
import { TextField } from '~/components/forms'
import { ButtonLink, DataTable, EmptyState, FilterBar, PageHead } from '~/components/ui'
import type { PayerWithDues } from '~/models/money/ledger/counter/find-payers.server'

export type Payer = Omit<PayerWithDues['payer'], 'excessPaise'>

export function payerClass({ className, sectionName }: Payer): string {
  return [className, sectionName].filter((part) => part !== null).join(' ')
}

type PayerSearchProps = { search?: string; label?: string; action?: string }

/** Student search. Takes the focus, so that a cashier can type at once. */
export function PayerSearch({
  search = '',
  label = 'Name, enrollment number or mobile number',
  action = schoolPaths.newPayment,
}: PayerSearchProps) {
  return (
    <FilterBar action={action}>
      <TextField name="search" label={label} type="search" defaultValue={search} maxLength={80} autoFocus />
    </FilterBar>
  )
}

type ChoosePayerProps = PayerSearchProps & { payers: Payer[]; hrefOf?: (studentId: string) => string }

/** Student choice: the first step of a payment at the counter, and of every action on behalf of a student. */
export function ChoosePayer({ search, payers, action, hrefOf = schoolPaths.collectFrom }: ChoosePayerProps) {
  return (
    <>
      <PayerSearch search={search} action={action} />
      {search === '' ? null : payers.length === 0 ? (
        <EmptyState
          icon="search"
          title="No student found"
          text="Check the spelling, or search by enrollment number."
          action={<ButtonLink variant="secondary" href={schoolPaths.students} label="All students" />}
        />
      ) : (
        <DataTable
          caption="Students found"
          rows={payers}
          rowKey={(payer) => payer.id}
          columns={[
            { label: 'Student', role: 'title', cell: (payer) => <a href={hrefOf(payer.id)}>{payer.name}</a> },
            { label: 'Enrollment number', align: 'nowrap', cell: (payer) => payer.enrollmentNumber },
            { label: 'Class', cell: payerClass },
          ]}
        />
      )}
    </>
  )
}

/** Student choice for an application that the office enters; `path` is the page's own URL. */
export function ChooseApplicant({
  title,
  path,
  ...found
}: {
  title: string
  path: string
  search: string
  payers: Payer[]
}) {
  return (
    <>
      <PageHead title={title} context="For which student?" />
      <ChoosePayer {...found} action={path} hrefOf={(student) => `${path}?student=${student}`} />
    </>
  )
}
