import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { ErrorSummary, HiddenKey } from '~/components/forms'
import { Alert, ButtonLink, Card, DataTable, EmptyState, PageHead, SubmitButton } from '~/components/ui'
import { formKeyOf, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import { percentText } from '~/models/money/fees/concession-rules'
import { applySiblings, planSiblings } from '~/models/money/fees/sibling-concessions.server'
import { nthWord } from '~/models/money/fees/sibling-rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle(() => 'Sibling concession', { hasForm: true })

/** Reloads even after a refusal, so that the page shows the current plan. */
export const shouldRevalidate = () => true

/** Maximum number of changes that the page lists; applying the plan makes all changes. */
const maxShown = 40

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const { rule, changes, ...plan } = await planSiblings(scope)
  const sum = (amountOf: (change: (typeof changes)[number]) => number) =>
    changes.reduce((total, change) => total + (change.obstacle === null ? amountOf(change) : 0), 0)
  return {
    ...plan,
    isOn: rule.isOn,
    steps: [rule.secondPercent, rule.thirdPercent, rule.furtherPercent],
    feeName: rule.feeName,
    total: changes.length,
    offPaise: sum(({ offPaise }) => offPaise),
    againPaise: sum(({ againPaise }) => againPaise),
    doable: changes.filter(({ obstacle }) => obstacle === null).length,
    changes: changes.slice(0, maxShown),
    formKey: randomUUID(),
    mayEdit: mayStaff(role, 'fees:edit'),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const body = await readForm(request)
  const fingerprint = String(body.get('plan') ?? '')
  const outcome = await applySiblings(scope, { formKey: formKeyOf(body), fingerprint })
  if (!outcome.ok) {
    const message = 'Something has changed since you opened this page. Check the list again, then apply it.'
    return data({ errors: [{ message }] }, { status: 422 })
  }
  const { given, changed, ended, offPaise, againPaise, left } = outcome.value
  const rest = left.length > 0 ? ` Not changed: ${left.slice(0, 10).join(', ')}.` : ''
  return redirectWithToast(schoolPaths.siblingConcessions, {
    type: 'success',
    title: 'Updated!',
    message: `${given} given, ${changed} changed, ${ended} ended: ${rupees(offPaise)} taken off, ${rupees(againPaise)} due again.${rest}`,
  })
}

const rupees = (paise: number) => formatPaise(paise, { style: 'exact' })

const acts = { give: 'Give', change: 'Change', end: 'End' }
const obstacles = {
  'payment-under-way': 'A payment is in progress: apply it again later',
  'too-much': 'Together with the other concessions, this exceeds the fee: change those first',
}

type Loaded = SerializeFrom<typeof loader>

export default function SiblingConcessionPage() {
  const loaded = useLoaderData<typeof loader>()
  const { changes, total, doable, byHand, isOn, sessionName, mayEdit } = loaded
  return (
    <>
      <PageHead
        title="Sibling concession"
        context={ruleWords(loaded)}
        action={
          mayEdit ? (
            <ButtonLink href={schoolPaths.siblingRule} variant="secondary" label="Change the rule" />
          ) : undefined
        }
      />
      <div className="stack">
        {byHand > 0 ? (
          <p className="soft">
            {`${counted(byHand, 'child has', 'children have')} a sibling concession that was given by hand: the rule leaves it as it is.`}
          </p>
        ) : null}
        {total === 0 ? (
          <EmptyState
            icon="check"
            title={isOn ? 'All concessions follow the rule' : 'No rule yet'}
            text={
              isOn
                ? 'When a brother or sister joins or leaves, the changes are listed here before anything is done.'
                : 'Set the concession for the second and third child of a family. The changes are listed here before they are applied.'
            }
          />
        ) : (
          <>
            <Alert
              tone="info"
              title={`${counted(total, 'child differs', 'children differ')} from the rule in ${sessionName}`}
              text={`${rupees(loaded.offPaise)} would be taken off open dues, ${rupees(loaded.againPaise)} would become due again. Paid dues do not change.`}
            />
            <Card>
              <Changes changes={changes} />
              {total > changes.length ? (
                <p className="soft">{`The first ${changes.length} of ${total} are shown.`}</p>
              ) : null}
            </Card>
            {mayEdit && doable > 0 ? <Apply {...loaded} /> : null}
          </>
        )}
      </div>
    </>
  )
}

function ruleWords({ isOn, steps, feeName }: Loaded): string {
  if (!isOn) return 'The rule is not active.'
  const [second, third, further] = steps
  const stepWords = [
    second ? `2nd child ${percentText(second)}` : null,
    third ? `3rd child ${percentText(third)}` : null,
    further ? `each further child ${percentText(further)}` : null,
  ].filter((words) => words !== null)
  return `${stepWords.join(', ') || 'Nothing'} off ${feeName ?? 'all fees of the session'}.`
}

function Changes({ changes }: Pick<Loaded, 'changes'>) {
  const percent = (hundredths: number | null) => (hundredths === null ? '–' : percentText(hundredths))
  return (
    <DataTable
      caption="Proposed changes"
      rows={changes}
      rowKey={(row) => row.child.publicId}
      columns={[
        {
          label: 'Student',
          role: 'title',
          cell: (row) => <a href={schoolPaths.studentConcessions(row.child.publicId)}>{row.child.name}</a>,
        },
        { label: 'Class', cell: (row) => row.child.className },
        { label: 'Child', align: 'nowrap', cell: (row) => `${nthWord(row.nth)} of ${row.of}` },
        { label: 'Act', cell: (row) => acts[row.act] },
        { label: 'Before', align: 'end', cell: (row) => percent(row.before) },
        { label: 'After', align: 'end', cell: (row) => percent(row.after) },
        { label: 'Reduced by', align: 'end', cell: (row) => rupees(row.offPaise) },
        { label: 'Due again', align: 'end', cell: (row) => rupees(row.againPaise) },
        { label: 'Remark', cell: (row) => (row.obstacle === null ? '–' : obstacles[row.obstacle]) },
      ]}
    />
  )
}

function Apply({ formKey, fingerprint, doable }: Loaded) {
  const refused = useActionData<typeof action>()
  const errors = useMemo(() => refused?.errors ?? [], [refused])
  return (
    <Form method="post" className="card">
      <ErrorSummary errors={errors} title="Update Failed" />
      <HiddenKey value={formKey} />
      <input type="hidden" name="plan" value={fingerprint} />
      <div className="actions">
        <SubmitButton busyText="Saving...">{`Apply to ${counted(doable, 'child', 'children')}`}</SubmitButton>
        <ButtonLink href={schoolPaths.concessions} variant="secondary" label="Cancel" />
      </div>
    </Form>
  )
}
