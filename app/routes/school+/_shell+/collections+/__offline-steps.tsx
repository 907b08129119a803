import { CheckboxField, ErrorSummary, TextField } from '~/components/forms'
import { Button, ButtonLink, Card, DataTable, EmptyState, FilterBar } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { PayerWithDues } from '~/models/ledger/find-payers.server'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

export type Payer = PayerWithDues['payer']
/** A due as the steps show it. */
export type OpenDue = Pick<
  PayerWithDues['dues'][number],
  'id' | 'name' | 'title' | 'dueOn' | 'sessionName' | 'balancePaise'
>

function classOf({ className, sectionName }: Payer): string {
  return [className, sectionName].filter((part) => part !== null).join(' ')
}

/** First step: the student, by name, enrollment number or mobile number. */
export function ChoosePayer({ search, payers }: { search: string; payers: Payer[] }) {
  return (
    <>
      <FilterBar action={schoolPaths.newPayment}>
        <TextField
          name="search"
          label="Name, enrollment number or mobile number"
          type="search"
          defaultValue={search}
          maxLength={80}
        />
      </FilterBar>
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

/** Second step: what is paid, of all that the student still owes. */
export function ChooseDues({ payer, dues, nothingChosen }: { payer: Payer; dues: OpenDue[]; nothingChosen: boolean }) {
  if (dues.length === 0) {
    return (
      <EmptyState
        icon="check"
        title="Nothing is owed"
        text={`${payer.name} has paid everything that was asked for.`}
        action={
          <ButtonLink variant="secondary" href={schoolPaths.newPayment}>
            Choose another student
          </ButtonLink>
        }
      />
    )
  }
  return (
    <form method="get" action={schoolPaths.newPayment}>
      <ErrorSummary errors={nothingChosen ? [{ id: dues[0]?.id, message: 'Choose what is being paid' }] : []} />
      <Card title="What is being paid?">
        <p className="soft">
          {payer.enrollmentNumber} {classOf(payer)}
        </p>
        <input type="hidden" name="student" value={payer.id} />
        <input type="hidden" name="choose" value="1" />
        {dues.map((due) => (
          <CheckboxField
            key={due.id}
            id={due.id}
            name="due"
            value={due.id}
            defaultChecked={dues.length === 1}
            label={`${due.name} · ${due.title}: ${formatPaise(due.balancePaise, { style: 'exact' })}`}
            hint={`${due.sessionName}, due ${formatDay(due.dueOn, 'en')}`}
          />
        ))}
        <div className="actions">
          <Button type="submit">Continue</Button>
          <ButtonLink variant="secondary" href={schoolPaths.newPayment}>
            Choose another student
          </ButtonLink>
        </div>
      </Card>
    </form>
  )
}
