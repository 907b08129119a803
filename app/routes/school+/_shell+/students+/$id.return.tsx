import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DateField, RadioGroup, SelectField, TextField, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { Alert, DataTable, PageHead } from '~/components/ui'
import { foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { returnStudent } from '~/models/entry/admissions/return-student.server'
import { findCertificateSettings } from '~/models/learning/certificates/settings.server'
import { listDuesOf } from '~/models/money/ledger/cancel-dues.server'
import { listOpenEnrollments } from '~/models/people/academics/enrollment-queries.server'
import { sectionChoices } from '~/models/people/academics/queries.server'
import { suggestNumbers } from '~/models/people/students/next-numbers.server'
import { admissionNumberLength, lastSchoolLength } from '~/models/people/students/options'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { leavingReasonLength } from '~/models/people/students/register/status-options'
import { returnSchema } from '~/models/people/students/register/status-schema'
import { fullName } from '~/models/people/students/rules'
import { chosenOf, dueColumns } from './__dues'

export const handle = pageTitle(() => 'Re-admit a student', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const student = foundOr404(isPublicId(params.id) ? await findStudentRecord(scope, params.id) : null)
  const today = todayInIndia(new Date())
  const [dues, enrollments, sections, { returnRule }] = await Promise.all([
    listDuesOf(scope, student.id),
    listOpenEnrollments(scope, student.id, today),
    sectionChoices(scope),
    findCertificateSettings(scope),
  ])
  return {
    id: student.publicId,
    name: fullName(student),
    leftOn: student.leftOn,
    reason: student.leavingReason,
    today,
    newNumber: returnRule === 'new_entry' ? await nextOf(scope) : null,
    dues: dues.filter((due) => due.state === 'cancelled'),
    seats: enrollments
      .filter((enrollment) => enrollment.status === 'left')
      .map(({ publicId, sessionName, className, sectionPublicId }) => ({
        enrollment: publicId,
        sessionName,
        section: sectionPublicId,
        className,
        sections: choicesOf(sections.filter((one) => one.className === className)),
      })),
  }
}

async function nextOf(scope: SchoolScope) {
  const { admission, enrollment } = await suggestNumbers(scope)
  return admission ?? enrollment
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  foundOr404(await findStudentRecord(scope, id))
  const form = await parseForm(request, returnSchema)
  if (!form.ok) return form.reply()
  const { places, reopen, register, mistake, ...typed } = form.value
  const entry = {
    returnedOn: typed.returned_on || todayInIndia(new Date()),
    newNumber: typed.admission_number || null,
    lastSchool: typed.last_school || null,
  }
  const outcome = await returnStudent(scope, id, {
    seats: places.map(({ enrollment, section = '' }) => ({ enrollment, section })),
    reopenDues: reopen,
    register: register === 'return' ? entry : { mistake },
  })
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.student(id), {
      type: 'success',
      title: 'Updated!',
      message: 'The student is re-admitted and may sign in.',
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  const words = refusals[outcome.reason]
  const seat = 'enrollment' in outcome ? places.findIndex(({ enrollment }) => enrollment === outcome.enrollment) : -1
  const field = seat < 0 ? fieldOfRefusal[outcome.reason] : `places[${seat}].section`
  return field ? form.refuse(null, { [field]: [words] }) : form.refuse(words)
}

const refusals = {
  'section-full': 'No seat is free; choose another section or raise the capacity',
  'no-such-section': 'Select a valid section',
  'dues-changed': 'A due was changed in the meantime. Check the dues again, then confirm.',
  'has-not-left': 'This student has not left, or has already been re-admitted.',
  'certificate-issued':
    'A transfer or leaving certificate is issued for this leaving. Cancel the certificate first, or record that the student came back.',
  'future-date': 'Enter a date that is not in the future',
  'before-leaving': 'Enter a date that is not before the leaving date',
  'number-missing': 'Enter the new admission number',
  'admission-number-taken': 'Another register entry already has this admission number',
}

/** Field of each error message that does not concern a section; a message without a field concerns the whole form. */
const fieldOfRefusal: Partial<Record<keyof typeof refusals, string>> = {
  'certificate-issued': 'register',
  'future-date': 'returned_on',
  'before-leaving': 'returned_on',
  'number-missing': 'admission_number',
  'admission-number-taken': 'admission_number',
}

export default function ReturnPage() {
  const page = useLoaderData<typeof loader>()
  const { id, name, leftOn, reason } = page
  return (
    <>
      <PageHead
        title={`Re-admit ${name}`}
        context={leftOn ? `Left on ${formatDay(leftOn, 'en')}: ${reason ?? ''}` : undefined}
      />
      {leftOn ? (
        <ReturnForm {...page} />
      ) : (
        <Alert tone="info" title="This student has not left">
          <p>
            <a href={schoolPaths.student(id)}>Back to the student</a>
          </p>
        </Alert>
      )}
    </>
  )
}

type ReturnFormProps = Pick<SerializeFrom<typeof loader>, 'id' | 'today' | 'dues' | 'seats' | 'newNumber'>

/** Readmits a student: section, reopened dues, and register entry. */
function ReturnForm({ id, today, dues, seats, newNumber }: ReturnFormProps) {
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<{ places: { section: string }[]; reopen: string[] }>({ id: 'return', lastResult })
  const typedValues = lastResult?.initialValue
  const ticked = typedValues ? chosenOf(typedValues.reopen) : null
  const typedIn = (name: string, start: string) => (typedValues ? String(typedValues[name] ?? '') : start)
  const errorsOf = (name: string) => lastResult?.error?.[name] ?? undefined
  const typedSections = state.fields.places.getFieldList().map((row) => row.getFieldset().section.initialValue)
  return (
    <OfficeForm state={state} lastResult={lastResult} submit="Re-admit" cancelHref={schoolPaths.student(id)}>
      {seats.length === 0 ? (
        <p>The student had no seat in an ongoing session. Enroll the student in a session afterwards.</p>
      ) : null}
      {seats.map((seat, index) => (
        <div key={seat.enrollment}>
          <input type="hidden" name={`places[${index}].enrollment`} value={seat.enrollment} />
          <SelectField
            label={`Section of ${seat.className} in ${seat.sessionName}`}
            hint="In the same section the student gets the same roll number again."
            placeholder="No seat in this session"
            name={`places[${index}].section`}
            id={`return-places[${index}].section`}
            defaultValue={(typedValues ? typedSections[index] : seat.section) ?? ''}
            errors={errorsOf(`places[${index}].section`)}
            options={seat.sections}
          />
        </div>
      ))}
      <h2>General register</h2>
      <RadioGroup
        label="The register"
        name="register"
        id="return-register"
        required
        defaultValue={typedIn('register', '')}
        errors={errorsOf('register')}
        options={[
          {
            value: 'return',
            label:
              newNumber === null
                ? 'Keeps the leaving and the return; the old admission number is used again'
                : 'Keeps the leaving and the return; a new entry begins, with a new admission number',
            hint:
              newNumber === null
                ? 'Both stay in the register and its printed book for ever. They cannot be removed.'
                : 'Both stay in the register and its printed book for ever, and the old number is closed: this student never gets it again. It cannot be undone.',
          },
          {
            value: 'mistake',
            label: 'Keeps nothing: the leaving was recorded by mistake',
            hint: 'The student never left. Not possible if a transfer or leaving certificate was issued for it.',
          },
        ]}
      />
      <TextField
        label="Why it was a mistake"
        hint="Only if the leaving was recorded by mistake. It is kept in the audit log."
        name="mistake"
        id="return-mistake"
        maxLength={leavingReasonLength}
        defaultValue={typedIn('mistake', '')}
        errors={errorsOf('mistake')}
      />
      <DateField
        label="Returned on"
        name="returned_on"
        id="return-returned_on"
        max={today}
        defaultValue={typedIn('returned_on', today)}
        errors={errorsOf('returned_on')}
      />
      {newNumber === null ? null : (
        <>
          <TextField
            label="New admission number"
            hint="The number after the highest one so far; not needed if the leaving was a mistake."
            name="admission_number"
            id="return-admission_number"
            maxLength={admissionNumberLength}
            defaultValue={typedIn('admission_number', newNumber)}
            errors={errorsOf('admission_number')}
          />
          <TextField
            label="Last school"
            hint="The school the student comes back from. The old entry keeps the earlier one."
            name="last_school"
            id="return-last_school"
            maxLength={lastSchoolLength}
            defaultValue={typedIn('last_school', '')}
            errors={errorsOf('last_school')}
          />
        </>
      )}
      <h2>Cancelled dues</h2>
      {dues.length === 0 ? (
        <p className="soft">No due was cancelled.</p>
      ) : (
        <>
          <p>Ticked dues become payable again. Those from today on are ticked for you.</p>
          <div className="field">
            <DataTable
              caption="Cancelled dues"
              rows={dues}
              rowKey={(due) => due.publicId}
              columns={[
                ...dueColumns,
                { label: 'Amount', align: 'end', cell: (due) => formatPaise(due.balancePaise, { style: 'exact' }) },
                {
                  label: 'Due again',
                  cell: (due) => (
                    <label className="choice">
                      <input
                        type="checkbox"
                        name="reopen"
                        value={due.publicId}
                        defaultChecked={ticked ? ticked.has(due.publicId) : due.dueOn >= today}
                      />
                      <span>
                        Due again<span className="sr">{` ${due.name}: ${due.title}`}</span>
                      </span>
                    </label>
                  ),
                },
              ]}
            />
          </div>
        </>
      )}
      <p>The student is active again and may sign in. Fees assigned to the class in the meantime become due too.</p>
    </OfficeForm>
  )
}
