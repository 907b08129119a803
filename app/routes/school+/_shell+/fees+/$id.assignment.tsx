import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { ErrorSummary } from '~/components/forms'
import { SaveConflict } from '~/components/students/save-conflict'
import { Alert, ButtonLink, Card, DefinitionList, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, lockOf, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { assignFee, assignFeeToStudents, listClassStudents } from '~/models/money/fees/assign-fee.server'
import { type FeePlan, findFeePlan, findFeeReach } from '~/models/money/fees/queries.server'

export const handle = pageTitle(() => 'Assign fee')

const editedFee = { may: 'fees:edit', find: findFeePlan } as const

export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing: plan } = await openThing(args, editedFee)
  const [reach, students] = await Promise.all([findFeeReach(scope, plan), listClassStudents(scope, plan)])
  const { publicId: id, name, className, sessionName, isAssigned, version } = plan
  const { enrolled, rte, assigned, missingDues, missingPaise } = reach
  return {
    id,
    name,
    className,
    sessionName,
    isAssigned,
    version,
    enrolled,
    rte,
    assigned,
    missingDues,
    missingPaise,
    students: students.map(({ id: _, ...student }) => student),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, at: id, thing } = await openThing(args, editedFee)
  const body = await readForm(args.request)
  if (body.get('to') === 'students') return assignToStudents(scope, thing, body)
  const outcome = await assignFee(scope, id)
  if (!outcome.ok) return foundOr404(null)
  return updated(id, outcome.value.raised, 'All students already have this fee; nothing was added.')
}

const updated = (id: string, raised: number, nothing: string, more = '') =>
  redirectWithToast(schoolPaths.fee(id), {
    type: 'success',
    title: 'Updated!',
    message: `${raised === 0 ? nothing : `${counted(raised, 'due')} added.`}${more}`,
  })

async function assignToStudents(scope: SchoolScope, plan: FeePlan, body: FormData) {
  const id = plan.publicId
  const ticked = body.getAll('student').map(String)
  const { version } = lockOf(body, plan, () => [])
  const outcome = ticked.every(isPublicId)
    ? await assignFeeToStudents(scope, id, version, ticked)
    : ({ ok: false, reason: 'no-such-student' } as const)
  if (outcome.ok) {
    const { raised, withdrawn } = outcome.value
    return updated(
      id,
      raised,
      'Nothing was added.',
      withdrawn > 0 ? ` Withdrawn from ${counted(withdrawn, 'student')}.` : '',
    )
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  const again = (message: string, conflict: { version: number; changes: string[] } | null = null) =>
    data({ status: 'error' as const, ticked: ticked.filter(isPublicId), version, message, conflict }, { status: 422 })
  if (outcome.reason === 'no-such-student')
    return again('Select valid students: active students of the class who are not under RTE')
  if (outcome.reason === 'has-payments') {
    const names = outcome.names.join(', ') || 'a student'
    return again(
      `It cannot be withdrawn from ${names}: it is paid, or a payment has been started. Nothing was changed.`,
    )
  }
  const now = foundOr404(await findFeePlan(scope, id))
  const others = (await listClassStudents(scope, now)).filter((one) => one.owes !== ticked.includes(one.publicId))
  const changes = others.map((one) => `${one.name} ${one.owes ? 'owes' : 'does not owe'} it now`)
  return again('Another person changed this fee since you opened it', { version: now.version, changes })
}

export default function AssignFeePage() {
  const fee = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Assign ${fee.name}`} context={`${fee.className}, ${fee.sessionName}`} />
      <div className="stack">
        <Card title="The whole class">
          <div className="stack">
            <DefinitionList
              items={[
                { label: 'Students in the class', value: counted(fee.enrolled, 'student') },
                { label: 'RTE students (no fees)', value: String(fee.rte) },
                { label: 'Already have this fee', value: String(fee.assigned) },
                { label: 'Dues to add', value: String(fee.missingDues) },
                { label: 'Amount to add', value: formatPaise(fee.missingPaise, { style: 'short' }) },
              ]}
            />
            {fee.missingDues === 0 ? (
              <Alert tone="info">
                <p>
                  {fee.enrolled === 0
                    ? 'No student is enrolled in this class yet. Once assigned, the fee is due for students added to the class.'
                    : 'No dues are missing. Students added to the class later get the fee automatically once it is assigned.'}
                </p>
              </Alert>
            ) : (
              <p>Students see their dues at once. Students added to the class later get the fee too.</p>
            )}
            <Form method="post" className="actions">
              <SubmitButton busyText="Assigning...">{fee.isAssigned ? 'Assign again' : 'Assign'}</SubmitButton>
              <ButtonLink href={schoolPaths.fee(fee.id)} variant="secondary" label="Cancel" />
            </Form>
          </div>
        </Card>
        {fee.students.length === 0 ? null : (
          <Card title="Or assign to chosen students only">
            <ChooseStudents fee={fee} refused={refused} />
          </Card>
        )}
      </div>
    </>
  )
}

type Fee = ReturnType<typeof useLoaderData<typeof loader>>

/**
 * Students of a class with a checkbox each: ticked ones owe the fee. A row has only two elements, which keeps a large
 * class fast.
 */
function ChooseStudents({ fee, refused }: { fee: Fee; refused: ReturnType<typeof useActionData<typeof action>> }) {
  const errors = useMemo(() => (refused ? [{ message: refused.message }] : []), [refused])
  const ticked = refused?.ticked
  return (
    <Form method="post" className="stack">
      <ErrorSummary errors={errors} title="Update Failed" />
      {refused?.conflict ? <SaveConflict {...refused.conflict} typed={null} /> : null}
      <input type="hidden" name="to" value="students" />
      <input type="hidden" name="version" value={refused?.version ?? fee.version} />
      <p>
        Ticked students get the fee; it is withdrawn from unticked students if nothing was paid.
        {fee.isAssigned ? ' Students who join the class later then get it only if chosen here.' : ''}
      </p>
      <fieldset className="field">
        <legend>Students</legend>
        <div className="choices">
          {fee.students.map((student) => (
            <label key={student.publicId} className="choice">
              <input
                type="checkbox"
                name="student"
                value={student.publicId}
                disabled={student.rte}
                defaultChecked={ticked ? ticked.includes(student.publicId) : student.owes}
              />
              <span>{studentLine(student)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="actions">
        <SubmitButton busyText="Saving...">Save selection</SubmitButton>
      </div>
    </Form>
  )
}

function studentLine({ name, sectionName, rollNumber, rte, hasPayments }: Fee['students'][number]): string {
  const sectionLabel = rollNumber === null ? sectionName : `${sectionName} ${rollNumber}`
  return `${name} (${sectionLabel})${rte ? ': RTE, pays no fees' : hasPayments ? ': has paid or begun to' : ''}`
}
