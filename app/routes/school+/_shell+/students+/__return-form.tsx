import { type FormResult, SelectField, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { DataTable } from '~/components/ui'
import type { DueOfStudent } from '~/models/ledger/cancel-dues.server'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { chosenOf } from './__chosen-of'

type ReturnFormProps = {
  today: string
  /** Cancelled ones. */
  dues: DueOfStudent[]
  /** Locations left behind in sessions that go on. */
  places: ReadonlyArray<{
    enrollment: string
    sessionName: string
    className: string
    section: string
    sections: ReadonlyArray<{ value: string; label: string }>
  }>
  lastResult: FormResult | undefined
  backHref: string
}

/** Takes a student back: where to sit, and which dues count again. */
export function ReturnForm({ today, dues, places, lastResult, backHref }: ReturnFormProps) {
  const state = useServerForm<{ places: string; reopen: string[] }>({ id: 'return', lastResult })
  const typed = lastResult?.initialValue
  const ticked = typed ? chosenOf(typed.reopen) : null
  const sections = (typed?.places ?? []) as unknown as ReadonlyArray<{ section?: string } | undefined>
  return (
    <OfficeForm state={state} lastResult={lastResult} failure="Update Failed" submit="Re-admit" cancelHref={backHref}>
      {places.length === 0 ? (
        <p>The student gave up no seat in an ongoing session. Enroll the student in a session afterwards.</p>
      ) : null}
      {places.map((place, index) => (
        <div key={place.enrollment}>
          <input type="hidden" name={`places[${index}].enrollment`} value={place.enrollment} />
          <SelectField
            label={`Section of ${place.className} in ${place.sessionName}`}
            hint="In the same section the student gets the same roll number again."
            placeholder="No seat in this session"
            name={`places[${index}].section`}
            id={`return-places[${index}].section`}
            defaultValue={typed ? (sections[index]?.section ?? '') : place.section}
            errors={lastResult?.error?.[`places[${index}].section`] ?? undefined}
            options={place.sections}
          />
        </div>
      ))}
      <h2>Cancelled dues</h2>
      {dues.length === 0 ? (
        <p className="soft">No due was cancelled.</p>
      ) : (
        <>
          <p>Ticked dues are owed again. Those from today on are ticked for you.</p>
          <div className="field">
            <DataTable
              caption="Cancelled dues"
              rows={dues}
              rowKey={(due) => due.publicId}
              columns={[
                { label: 'Due', role: 'title', cell: (due) => `${due.name}: ${due.title}` },
                { label: 'Due date', align: 'nowrap', cell: (due) => formatDay(due.dueOn, 'en') },
                { label: 'Amount', align: 'end', cell: (due) => formatPaise(due.balancePaise, { style: 'exact' }) },
                {
                  label: 'Owed again',
                  cell: (due) => (
                    <label className="choice">
                      <input
                        type="checkbox"
                        name="reopen"
                        value={due.publicId}
                        defaultChecked={ticked ? ticked.has(due.publicId) : due.dueOn >= today}
                      />
                      <span>
                        Owed again<span className="sr">{` ${due.name}: ${due.title}`}</span>
                      </span>
                    </label>
                  ),
                },
              ]}
            />
          </div>
        </>
      )}
      <p>The student is active again and may sign in. Fees assigned to the class in the meantime are owed too.</p>
    </OfficeForm>
  )
}
