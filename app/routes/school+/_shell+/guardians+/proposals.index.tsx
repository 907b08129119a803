import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { ErrorSummary, HiddenKey, SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { Alert, Badge, Button, Card, DataTable, EmptyState, PageHead, Pager, SubmitButton } from '~/components/ui'
import { formKeyOf, idOr404, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { pageCount } from '~/models/core/shared/paging'
import { classChoices } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import { listBatches, makeBatch, ofClass } from '~/models/people/guardians/batches.server'
import { relationWords } from '~/models/people/guardians/guardian-fields'
import { listProposals } from '~/models/people/guardians/propose.server'
import { maxChildrenOfNumber } from '~/models/people/guardians/propose-rules'
import { doubtWords, unreachableHref } from './__words'

export const handle = pageTitle(() => 'Propose guardians', { hasForm: true })

/** Reloads after a refusal, so that the ticked proposals are reviewed again. */
export const shouldRevalidate = () => true

const rowsOfAPage = 30

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const query = new URL(request.url).searchParams
  const filters = { class: idOr404(query, 'class'), only: query.get('only') === 'doubtful' ? 'doubtful' : '' }
  const [all, classes, batches] = await Promise.all([listProposals(scope), classChoices(scope), listBatches(scope)])
  const proposals = ofClass(all.proposals, filters.class)
  const sure = proposals.filter(({ doubt }) => doubt === null).length
  const visibleProposals = filters.only ? proposals.filter(({ doubt }) => doubt !== null) : proposals
  const pages = pageCount(visibleProposals.length, rowsOfAPage)
  const page = Math.min(Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1), pages)
  return {
    chosen: filters,
    classes: choicesOf(classes),
    formKey: randomUUID(),
    counts: { sure, doubtful: proposals.length - sure },
    crowded: all.crowded.filter(({ classId }) => filters.class === '' || classId === filters.class).length,
    page,
    pages,
    rows: visibleProposals
      .slice((page - 1) * rowsOfAPage, page * rowsOfAPage)
      .map(({ children, ...proposal }) => ({
        ...proposal,
        children: children.map(({ publicId, name, className, sectionName }) => ({
          publicId,
          words: className && sectionName ? `${name} (${classSection(className, sectionName)})` : name,
        })),
      })),
    batches: batches.map(({ id: _, madeAt, undoneAt, ...batch }) => ({
      ...batch,
      madeOn: todayInIndia(madeAt),
      isUndone: undoneAt !== null,
    })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const ofClassId = idOr404(new URL(request.url).searchParams, 'class')
  const body = await readForm(request)
  const keys = body.getAll('proposal').map(String).slice(0, rowsOfAPage)
  const isAll = body.get('intent') === 'all'
  const refuse = (message: string) => data({ errors: [{ message }] }, { status: 422 })
  if (!isAll && keys.length === 0) return refuse('Tick at least one guardian')
  const outcome = await makeBatch(scope, formKeyOf(body), isAll ? { sureOf: ofClassId } : { keys })
  if (!outcome.ok)
    return refuse('The ticked guardians have changed in the meantime or already exist; check the list again')
  return redirectWithToast(schoolPaths.guardianBatch(outcome.value), {
    type: 'success',
    title: 'Created!',
    message: 'It can be undone here.',
  })
}

type Loaded = SerializeFrom<typeof loader>

export default function ProposalsPage() {
  const { chosen, classes, formKey, counts, crowded, page, pages, rows, batches } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const errors = useMemo(() => refused?.errors ?? [], [refused])
  return (
    <>
      <PageHead
        title="Propose guardians"
        context={`From the mobile numbers in students’ records: ${counts.sure} certain, ${counts.doubtful} doubtful. Nothing is created until you confirm.`}
      />
      <div className="stack">
        <form method="get" className="card">
          <div className="cols">
            <SelectField
              name="class"
              label="Class"
              placeholder="The whole school"
              defaultValue={chosen.class}
              options={classes}
            />
            <SelectField
              name="only"
              label="Show"
              placeholder="All"
              defaultValue={chosen.only}
              options={[{ value: 'doubtful', label: 'Only doubtful ones' }]}
            />
          </div>
          <Button type="submit" variant="secondary">
            Show
          </Button>
        </form>
        {crowded > 0 ? (
          <Alert tone="warn" title={`Left out: ${counted(crowded, 'child', 'children')}`}>
            <p>{`More than ${maxChildrenOfNumber} children have this number, so it does not belong to one family. Correct the student’s number, or add the guardian by hand.`}</p>
          </Alert>
        ) : null}
        {rows.length === 0 ? (
          <EmptyState
            icon="users"
            title="Nothing to propose"
            text="Every mobile number in these records already has a guardian, or there are no numbers."
          />
        ) : (
          <Form method="post" className="card">
            <ErrorSummary errors={errors} title="Creation Failed" />
            <HiddenKey value={formKey} />
            <Proposals rows={rows} />
            {counts.doubtful > 0 ? (
              <p className="soft">
                A doubtful guardian gets no messages until you tick “Gets messages” for the child. If no one else gets
                messages about the child, no messages about dues, receipts or results are sent: the student’s own number
                is used only while no guardian is recorded. <a href={unreachableHref}>Children with no one to notify</a>
              </p>
            ) : null}
            <Pager
              page={page}
              pages={pages}
              hrefFor={(to) => listHref(schoolPaths.proposeGuardians, { ...chosen, page: to })}
            />
            <div className="actions">
              <SubmitButton busyText="Saving...">Create the ticked ones</SubmitButton>
              {counts.sure > rows.length ? (
                <Button type="submit" variant="secondary" name="intent" value="all">
                  {`Create all ${counts.sure} certain guardians`}
                </Button>
              ) : null}
            </div>
          </Form>
        )}
        <Batches batches={batches} />
      </div>
    </>
  )
}

function Proposals({ rows }: Pick<Loaded, 'rows'>) {
  return (
    <DataTable
      caption="Proposed guardians"
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        {
          label: 'Tick',
          cell: (row) => (
            <label className="choice">
              <input
                type="checkbox"
                name="proposal"
                value={row.key}
                aria-label={`Tick ${row.name}, ${row.mobileNumber}`}
                defaultChecked={row.doubt === null}
              />
            </label>
          ),
        },
        { label: 'Guardian', role: 'title', cell: (row) => row.name },
        { label: 'Relation', cell: (row) => relationWords[row.relation] },
        { label: 'Mobile number', align: 'nowrap', cell: (row) => row.mobileNumber },
        { label: 'Children', cell: (row) => row.children.map(({ words }) => words).join(', ') },
        { label: 'Remark', cell: (row) => <Remark {...row} /> },
      ]}
    />
  )
}

function Remark({ doubt, known, alsoOf }: Loaded['rows'][number]) {
  if (doubt !== null)
    return (
      <>
        <Badge tone="warn">{doubtWords[doubt]}</Badge> Gets no messages until you tick “Gets messages”
      </>
    )
  if (known !== null) return 'Already a guardian: one more child'
  return alsoOf === null ? '–' : `Also the ${alsoOf}’s number`
}

function Batches({ batches }: Pick<Loaded, 'batches'>) {
  if (batches.length === 0) return null
  return (
    <Card title="Created earlier">
      <ul>
        {batches.map((batch) => (
          <li key={batch.publicId}>
            <a href={schoolPaths.guardianBatch(batch.publicId)}>
              {`${formatDay(batch.madeOn, 'en')}: ${counted(batch.guardianCount, 'guardian')}, ${counted(batch.linkCount, 'child', 'children')}`}
            </a>
            {`, by ${batch.madeBy}${batch.isUndone ? ', undone' : ''}`}
          </li>
        ))}
      </ul>
    </Card>
  )
}
