import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { ErrorSummary } from '~/components/forms'
import { Alert, ButtonLink, Card, LoneLink, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { wordsIn } from '~/language/localized'
import { counted } from '~/models/core/shared/counted'
import { isPublicId } from '~/models/core/shared/public-id.server'
import {
  type AnsweredEntry,
  entryRows,
  type PostedEntry,
  saveEntries,
} from '~/models/learning/report-cards/entries.server'
import { remarkLength, shownEntry } from '~/models/learning/report-cards/entry-rules'
import { remarkSentences } from '~/models/learning/report-cards/remarks.server'
import { requireCards, requireSectionCards } from './__scheme-guard.server'
import { SectionFilter, sectionFilterOf } from './__section-filter'

export const handle = pageTitle(() => 'Grades and remarks', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const visit = await requireCards(context, request, params.id, 'marks:enter')
  const { scope, scheme, section, term } = visit
  const { areas, areaGrades } = scheme.definition
  const at = { schemeId: scheme.id, sessionId: scheme.sessionId, sectionId: section?.id ?? 0, termKey: term.key }
  const [rows, sentences] = await Promise.all([entryRows(scope, at), remarkSentences(scope)])
  return {
    ...sectionFilterOf(visit),
    areas: areas.map(({ key, name }) => ({ key, name })),
    grades: areaGrades.map(({ grade, words }) => (words ? `${grade} ${words}` : grade)).join(', '),
    sentences: sentences.map(({ code, sentence }) => ({ code, english: wordsIn(sentence, 'en') })),
    rows: rows.map(({ publicId, name, rollNumber, version, ...entry }) => ({
      publicId,
      name,
      rollNumber,
      version,
      ...shownEntry(entry, areas),
    })),
  }
}

const maxTyped = 2 * remarkLength

function postedEntries(body: FormData): PostedEntry[] {
  const keys = new Set([...body.keys()].flatMap((name) => /^(a\d{1,3})-/.exec(name)?.[1] ?? []))
  return [...new Set(body.keys())].flatMap((name) => {
    const id = /^v-(.+)$/.exec(name)?.[1]
    if (!isPublicId(id)) return []
    const readField = (prefix: string) => String(body.get(`${prefix}-${id}`) ?? '').slice(0, maxTyped)
    const version = /^\d{1,9}$/.test(readField('v')) ? Number(readField('v')) : 0
    const grades = Object.fromEntries([...keys].map((key) => [key, readField(key)]))
    return [{ enrollment: id, version, grades, codes: readField('c'), remark: readField('r') }]
  })
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, scheme, section, term } = await requireSectionCards(context, request, params.id, 'marks:enter')
  const rows = postedEntries(await readForm(request))
  const outcome = await saveEntries(scope, {
    scheme: scheme.publicId,
    section,
    termKey: term.key,
    sessionId: scheme.sessionId,
    rows,
  })
  if (!outcome.ok) return foundOr404(null)
  const { saved } = outcome.value
  if (outcome.value.rows.some(({ problem }) => problem !== null)) return data<Answer>(outcome.value, { status: 422 })
  return redirectWithToast(schoolPaths.schemeEntries(scheme.publicId, { section: section.publicId, term: term.key }), {
    type: 'success',
    title: 'Updated!',
    message: saved === 0 ? 'Nothing was changed.' : `${counted(saved, 'row')} saved.`,
  })
}

type Loaded = Awaited<ReturnType<typeof loader>>
/** Answer to a post that did not save every row. */
type Answer = { saved: number; rows: AnsweredEntry[] }

export default function EntriesPage() {
  const page = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Grades and remarks" context={<a href={schoolPaths.reportScheme(page.id)}>{page.name}</a>} />
      <SectionFilter {...page} action={schoolPaths.schemeEntries(page.id)} />
      {page.rows.length === 0 ? (
        <Alert tone="info" text="No student is enrolled in this section in the scheme’s session." />
      ) : (
        <EntriesForm key={`${page.at.section} ${page.at.term}`} page={page} />
      )}
    </>
  )
}

function EntriesForm({ page }: { page: Loaded }) {
  const answer: Answer | undefined = useActionData<typeof action>()
  const answered = useMemo(() => new Map((answer?.rows ?? []).map((row) => [row.enrollment, row])), [answer])
  const errors = useMemo(
    () =>
      [...answered.values()].flatMap(({ enrollment, field, problem }) => {
        const name = page.rows.find((row) => row.publicId === enrollment)?.name
        const id = name === undefined || field === null ? undefined : fieldId(enrollment, field)
        return problem === null ? [] : [{ id, message: `${name ?? 'A student'}: ${problem}` }]
      }),
    [answered, page.rows],
  )
  const failure = answer && answer.saved > 0 ? `${counted(answer.saved, 'row')} saved, these are not` : 'Update Failed'
  return (
    <Form method="post" action={schoolPaths.schemeEntries(page.id, page.at)} noValidate className="stack">
      <ErrorSummary errors={errors} title={failure} />
      <p className="soft">
        {page.areas.length > 0 ? `Grades: ${page.grades}. ` : ''}
        Enter the numbers of the sentences below the grid, such as 3 7. Tab goes from field to field; published cards do
        not change.
      </p>
      <div className="table-box">
        <table className="table">
          <caption className="sr">Grades and remarks</caption>
          <thead>
            <tr>
              <th scope="col">Student</th>
              {page.areas.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">Sentences</th>
              <th scope="col">In your own words</th>
            </tr>
          </thead>
          <tbody>
            {page.rows.map((row) => (
              <EntryFields
                key={`${row.publicId} ${JSON.stringify(answered.get(row.publicId) ?? row.version)}`}
                row={row}
                areas={page.areas}
                answer={answered.get(row.publicId)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="actions">
        <SubmitButton busyText="Saving...">Save grades and remarks</SubmitButton>
        <ButtonLink href={schoolPaths.schemeCards(page.id, page.at)} variant="secondary" label="Cards of the section" />
      </div>
      <Card title="Sentences for remarks">
        {page.sentences.length > 0 ? (
          <ul>
            {page.sentences.map(({ code, english }) => (
              <li key={code}>{`${code}: ${english}`}</li>
            ))}
          </ul>
        ) : (
          <p>The school has none yet.</p>
        )}
        <LoneLink href={schoolPaths.remarkSentences} label="All sentences, in all languages" />
      </Card>
    </Form>
  )
}

const fieldId = (enrollment: string, field: string) =>
  `${field === 'remark' ? 'r' : field === 'codes' ? 'c' : field}-${enrollment}`

type EntryProps = { row: Loaded['rows'][number]; areas: Loaded['areas']; answer: AnsweredEntry | undefined }

/** Row of short fields, as plain elements for speed: a section of forty students has 240 fields. */
function EntryFields({ row, areas, answer }: EntryProps) {
  const { publicId: id, name } = row
  const { grades, codes, remark, version } = answer ?? row
  const problem = (fieldName: string) => (answer?.problem && answer.field === fieldName ? answer.problem : null)
  const field = (fieldName: string, value: string, label: string, maxLength: number) => {
    const at = fieldId(id, fieldName)
    const problemText = problem(fieldName)
    return (
      <td key={label} data-label={label}>
        <input
          className={fieldName === 'remark' ? 'input' : 'input input-short'}
          id={at}
          name={at}
          defaultValue={value}
          maxLength={maxLength}
          aria-label={`${label}, ${name}`}
          aria-invalid={problemText !== null || undefined}
          aria-describedby={problemText === null ? undefined : `${at}-error`}
        />
        {problemText === null ? null : (
          <p className="error" id={`${at}-error`}>
            {problemText}
          </p>
        )}
      </td>
    )
  }
  return (
    <tr>
      <th scope="row">
        {row.rollNumber === null ? name : `${row.rollNumber} ${name}`}
        <input type="hidden" name={`v-${id}`} value={version} />
      </th>
      {areas.map((area) => field(area.key, grades[area.key] ?? '', area.name, 10))}
      {field('codes', codes, 'Sentences', 40)}
      {field('remark', remark, 'In your own words', remarkLength)}
    </tr>
  )
}
