import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { SelectField } from '~/components/forms'
import {
  Alert,
  Button,
  ButtonLink,
  Card,
  type Column,
  DataTable,
  DefinitionList,
  PageHead,
  SubmitButton,
} from '~/components/ui'
import { foundOr404, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { addFeeToStudents, listFeeCandidates } from '~/models/money/fees/assign-fee.server'
import { findFeePlan, listFeesOfStudents } from '~/models/money/fees/queries.server'
import { withStudents } from './__ticked'
import { tickedStudents } from './__ticked.server'

export const handle = pageTitle(() => 'Assign a fee')

/** Ticked students of the URL and, once chosen, the fee. */
async function open({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'fees:edit')
  const query = new URL(request.url).searchParams
  const students = await tickedStudents(staff, query)
  const id = query.get('fee') ?? ''
  const plan = id === '' ? null : foundOr404(isPublicId(id) ? await findFeePlan(staff.scope, id) : null)
  return { scope: staff.scope, students, ids: students.map(({ value }) => value), plan }
}

export async function loader(args: LoaderFunctionArgs) {
  const { scope, students, ids, plan } = await open(args)
  const [fees, found] = await Promise.all([
    listFeesOfStudents(scope, ids, todayInIndia(new Date())),
    plan ? listFeeCandidates(scope, plan, ids) : [],
  ])
  const takers = found.map(({ id: _, ...student }) => student)
  if (!plan) return { students, fees, fee: null, takers }
  const { publicId, name, className, sessionName, version } = plan
  return { students, fees, fee: { publicId, name, className, sessionName, version }, takers }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, students, ids, plan } = await open(args)
  const { publicId } = foundOr404(plan)
  const version = Number((await readForm(args.request)).get('version'))
  const outcome = await addFeeToStudents(scope, publicId, version, ids)
  if (outcome.ok) {
    const { raised, got, had, cannot } = outcome.value
    const others = [
      had > 0 && `${counted(had, 'student')} already had it.`,
      cannot > 0 && `${counted(cannot, 'student')} cannot have it.`,
    ].filter((words) => words !== false)
    const message = [`${counted(got, 'student')} got it: ${counted(raised, 'due')} added.`, ...others].join(' ')
    return redirectWithToast(schoolPaths.fee(publicId), {
      type: got > 0 ? 'success' : 'info',
      title: 'Updated!',
      message,
    })
  }
  if (outcome.reason !== 'changed') return foundOr404(null)
  const message = 'Another person changed this fee since you opened it. Look at it again, then assign it.'
  const again = `${withStudents(schoolPaths.addFeeToStudents, students)}&fee=${publicId}`
  return redirectWithToast(again, { type: 'error', title: 'Update Failed', message })
}

export default function AddFeePage() {
  const { students, fees, fee } = useLoaderData<typeof loader>()
  const cancel = (
    <ButtonLink href={withStudents(schoolPaths.selectedStudents, students)} variant="secondary" label="Cancel" />
  )
  return (
    <>
      <PageHead
        title="Assign a fee"
        context={`To ${counted(students.length, 'ticked student')}. The fee is not withdrawn from anyone.`}
      />
      <div className="stack">
        {fees.length === 0 ? (
          <Alert tone="info" title="No fee to assign">
            <p>The classes of these students have no fee in a current or future session.</p>
          </Alert>
        ) : (
          <div className="card">
            <Form method="get">
              {students.map(({ value }) => (
                <input key={value} type="hidden" name="student" value={value} />
              ))}
              <SelectField
                name="fee"
                label="Fee"
                required
                defaultValue={fee?.publicId}
                options={fees.map(({ publicId, name, className, sessionName, totalPaise }) => ({
                  value: publicId,
                  label: `${name}, ${className}, ${sessionName}: ${formatPaise(totalPaise, { style: 'short' })}`,
                }))}
              />
              <div className="actions">
                <Button type="submit" variant={fee ? 'secondary' : 'primary'}>
                  Preview
                </Button>
                {fee ? null : cancel}
              </div>
            </Form>
          </div>
        )}
        {fee ? <Preview fee={fee} cancel={cancel} /> : null}
      </div>
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type Fee = NonNullable<Loaded['fee']>
type Taker = Loaded['takers'][number]

function Preview({ fee, cancel }: { fee: Fee; cancel: ReactNode }) {
  const { takers } = useLoaderData<typeof loader>()
  const getting = takers.filter(({ state }) => state === 'gets')
  const having = takers.filter(({ state }) => state === 'has')
  const sum = (amountOf: (one: Taker) => number) => getting.reduce((so, one) => so + amountOf(one), 0)
  return (
    <>
      <Card title={`${fee.name}, ${fee.className}, ${fee.sessionName}`}>
        <div className="stack">
          <DefinitionList
            items={[
              { label: 'Will get it', value: counted(getting.length, 'student') },
              { label: 'Already have it', value: counted(having.length, 'student') },
              { label: 'Cannot have it', value: counted(takers.length - getting.length - having.length, 'student') },
              { label: 'Dues to add', value: String(sum((one) => one.missingDues)) },
              {
                label: 'Amount to add, before concessions',
                value: formatPaise(
                  sum((one) => one.missingPaise),
                  { style: 'short' },
                ),
              },
            ]}
          />
          <Form method="post" className="actions">
            <input type="hidden" name="version" value={fee.version} />
            {getting.length === 0 ? null : <SubmitButton busyText="Assigning...">Assign</SubmitButton>}
            {cancel}
          </Form>
        </div>
      </Card>
      <DataTable caption="Ticked students" rows={takers} rowKey={(one) => one.publicId} columns={columnsFor(fee)} />
    </>
  )
}

const columnsFor = (fee: Fee): Column<Taker>[] => {
  const words: Record<Taker['state'], string> = {
    gets: 'Gets it',
    has: 'Already has it',
    elsewhere: `Cannot: not in ${fee.className} in ${fee.sessionName}`,
    'not-active': 'Cannot: not an active student',
    rte: 'Cannot: RTE student, pays no fees',
  }
  return [
    {
      label: 'Student',
      role: 'title',
      cell: ({ publicId, name }) => <a href={schoolPaths.student(publicId)}>{name}</a>,
    },
    { label: 'This fee', cell: ({ state }) => words[state] },
    {
      label: 'Added',
      align: 'end',
      cell: ({ state, missingPaise }) => (state === 'gets' ? formatPaise(missingPaise, { style: 'short' }) : '–'),
    },
  ]
}
