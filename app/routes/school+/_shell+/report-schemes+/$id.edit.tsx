import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import {
  CheckboxGroup,
  controlProps,
  DateField,
  FieldError,
  fieldProps,
  type ServerField,
  TextField,
  useServerForm,
} from '~/components/forms'
import { EditLock } from '~/components/school/edit-lock'
import { checkboxGroupProps, OfficeForm } from '~/components/school/office-form'
import { Alert, ButtonLink, PageHead } from '~/components/ui'
import {
  differences,
  foundOr404,
  lockOf,
  parseFields,
  readForm,
  redirectWithToast,
  requireStaff,
} from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf, type FormValue, optionsOf } from '~/kit/forms/fields'
import { gradeLength } from '~/models/core/schools/options'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { newSchemeRefusals } from '~/models/learning/report-cards/scheme-fields'
import { nameLength, wordsLength } from '~/models/learning/report-cards/scheme-options'
import { schemeSchema, shownScheme } from '~/models/learning/report-cards/scheme-schema.server'
import { findScheme, updateScheme } from '~/models/learning/report-cards/schemes.server'
import { classChoices, subjectChoices } from '~/models/people/academics/queries.server'
import { areaKindNames, ruleNames } from './__scheme-words'

export const handle = pageTitle(() => 'Edit scheme', { hasForm: true })

type Values = ReturnType<typeof shownScheme>

async function findShown(scope: SchoolScope, publicId: string | undefined) {
  const scheme = foundOr404(isPublicId(publicId) ? await findScheme(scope, publicId) : null)
  const { name, definition, classes, version, cards } = scheme
  const values = shownScheme({ name, classes, scheme: definition })
  return { version, cards, publicId: scheme.publicId, values }
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'exams:edit')
  const [shown, classes, subjects] = await Promise.all([
    findShown(scope, params.id),
    classChoices(scope),
    subjectChoices(scope),
  ])
  return { ...shown, classes: choicesOf(classes), subjects: choicesOf(subjects) }
}

/** Flattens the values of the form by posted name, with a label for each. */
function flat(values: object, name = '', label = ''): [name: string, label: string, value: FormValue][] {
  return Object.entries(values).flatMap(([key, value]): [string, string, FormValue][] => {
    const at = Array.isArray(values) ? `${name}[${key}]` : name ? `${name}.${key}` : key
    if (key === 'key') return []
    const called = Array.isArray(values) ? `${label} ${Number(key) + 1}` : `${label} ${key.replaceAll('_', ' ')}`.trim()
    const isList = Array.isArray(value) && (value.length === 0 || typeof value[0] === 'string')
    return typeof value === 'object' && value !== null && !isList
      ? flat(value, at, called)
      : [[at, called, value as FormValue]]
  })
}

function changesOf({ values }: Awaited<ReturnType<typeof findShown>>, body: FormData): string[] {
  const all = flat(values)
  const labels = Object.fromEntries(all.map(([name, label]) => [name, label]))
  return differences(labels, Object.fromEntries(all.map(([name, , value]) => [name, value])), body)
}

const refusals = {
  'in-use':
    'Exams, grades or published cards belong to a term or component that this would remove. Rename it, or first move the exams out of it',
  'no-such-class': { classes: [newSchemeRefusals['no-such-class'].classes] },
  'name-taken': { name: [newSchemeRefusals['name-taken'].name] },
  'class-taken': { classes: [newSchemeRefusals['class-taken'].classes] },
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'exams:edit')
  const body = await readForm(request)
  const stored = await findShown(scope, params.id)
  const lock = lockOf(body, stored, (now) => changesOf(now, body))
  const form = parseFields(body, schemeSchema, {})
  if (!form.ok) return lock.answer(form.reply())
  const saved = await updateScheme(scope, stored.publicId, lock.version, form.value)
  if (saved.ok)
    return redirectWithToast(schoolPaths.reportScheme(stored.publicId), {
      type: 'success',
      title: 'Updated!',
      message: stored.cards > 0 ? 'Published cards do not change.' : undefined,
    })
  if (saved.reason === 'not-found') return foundOr404(null)
  if (saved.reason === 'changed')
    return lock.answer(
      form.refuse('Another person saved this scheme since you opened it'),
      await findShown(scope, params.id),
    )
  const refusal = refusals[saved.reason]
  return lock.answer(typeof refusal === 'string' ? form.refuse(refusal) : form.refuse(null, refusal))
}

export default function EditSchemePage() {
  const { version, cards, publicId, values, classes, subjects } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const state = useServerForm<Values & { version: number }>({
    id: 'scheme',
    lastResult: answer?.result,
    defaultValue: { ...values, version },
  })
  const { fields } = state
  return (
    <>
      <PageHead
        title={`Edit ${values.name}`}
        context="Empty rows are ignored. Each list has one blank row; saving adds the next one."
      />
      {cards > 0 ? (
        <Alert tone="info" title="Cards were published with this scheme">
          <p>They do not change. Your changes make the scheme’s next revision, for cards published from now on.</p>
        </Alert>
      ) : null}
      <OfficeForm
        state={state}
        lastResult={answer?.result}
        cancelHref={schoolPaths.reportScheme(publicId)}
        aside={
          <ButtonLink href={schoolPaths.deleteReportScheme(publicId)} variant="quiet" label="Delete this scheme" />
        }
      >
        <EditLock version={version} field={fields.version} conflict={answer?.conflict} />
        <TextField {...fieldProps(fields.name)} label="Scheme name" required maxLength={80} />
        <CheckboxGroup
          {...checkboxGroupProps(fields.classes)}
          label="Classes"
          hint="A class has one scheme in a session."
          options={classes}
        />
        <FieldError id={fields.terms.id} errors={fields.terms.errors} />
        {fields.terms.getFieldList().map((row, index) => (
          <TermFields key={row.key} row={row} number={index + 1} />
        ))}
        <Rows
          list={fields.bands}
          legend="Grades of subjects, each from its minimum percentage"
          heads={['Grade', 'From percent']}
        >
          {fields.bands.getFieldList().map((row, index) => {
            const { grade, from_percent } = row.getFieldset()
            return (
              <tr key={row.key}>
                <Cell field={grade} head="Grade" of={`row ${index + 1}`} maxLength={gradeLength} />
                <Cell
                  field={from_percent}
                  head="From percent"
                  of={`row ${index + 1}`}
                  inputMode="numeric"
                  maxLength={3}
                />
              </tr>
            )
          })}
        </Rows>
        <TextField
          {...fieldProps(fields.pass_percent)}
          label="Pass mark per subject (%)"
          hint="Leave empty if there is no pass or fail"
          inputMode="numeric"
          maxLength={3}
        />
        <Rows list={fields.areas} legend="Co-scholastic areas and discipline" heads={['Area', 'Kind']}>
          {fields.areas.getFieldList().map((row, index) => {
            const { key, name, kind } = row.getFieldset()
            return (
              <tr key={row.key}>
                <Cell field={name} head="Area" of={`row ${index + 1}`} maxLength={nameLength}>
                  <Kept field={key} />
                </Cell>
                <Choice field={kind} head="Kind" of={`area ${index + 1}`} options={optionsOf(areaKindNames)} />
              </tr>
            )
          })}
        </Rows>
        <Rows list={fields.area_grades} legend="Grades for these areas" heads={['Grade', 'Meaning']}>
          {fields.area_grades.getFieldList().map((row, index) => {
            const { grade, words } = row.getFieldset()
            return (
              <tr key={row.key}>
                <Cell field={grade} head="Grade" of={`of areas ${index + 1}`} maxLength={gradeLength} />
                <Cell field={words} head="Meaning" of={`of grade ${index + 1}`} maxLength={wordsLength} />
              </tr>
            )
          })}
        </Rows>
        <CheckboxGroup
          {...checkboxGroupProps(fields.graded_only)}
          label="Subjects that show only a grade"
          hint="Their marks are not printed, and do not count in the total or the result."
          options={subjects}
        />
      </OfficeForm>
    </>
  )
}

type Fields = ReturnType<typeof useServerForm<Values>>['fields']
type TermRow = ReturnType<Fields['terms']['getFieldList']>[number]

function TermFields({ row, number }: { row: TermRow; number: number }) {
  const term = row.getFieldset()
  return (
    <fieldset>
      <legend>{`Term ${number}`}</legend>
      <Kept field={term.key} />
      <div className="cols">
        <TextField {...fieldProps(term.name)} label={`Name of term ${number}`} maxLength={nameLength} />
        <DateField {...fieldProps(term.ends_on)} label={`Last day of term ${number}`} />
        <TextField
          {...fieldProps(term.weight)}
          label={`Weightage of term ${number}`}
          hint="Share of each term, such as 50 and 50, or 40 and 60"
          inputMode="numeric"
          maxLength={3}
        />
      </div>
      <Rows heads={componentHeads}>
        {term.components.getFieldList().map((one, index) => {
          const component = one.getFieldset()
          const rowLabel = `component ${number}.${index + 1}`
          const [name, max, weight, rule, best] = componentHeads
          return (
            <tr key={one.key}>
              <Cell field={component.name} head={name} of={rowLabel} maxLength={nameLength}>
                <Kept field={component.key} />
              </Cell>
              <Cell field={component.max} head={max} of={rowLabel} inputMode="decimal" maxLength={7} />
              <Cell field={component.weight} head={weight} of={rowLabel} inputMode="decimal" maxLength={7} />
              <Choice field={component.rule} head={rule} of={rowLabel} options={optionsOf(ruleNames)} />
              <Cell field={component.best} head={best} of={rowLabel} inputMode="numeric" maxLength={1} />
            </tr>
          )
        })}
      </Rows>
    </fieldset>
  )
}

const componentHeads = ['Name', 'Maximum marks', 'Weightage', 'How papers count', 'Best papers'] as const

type RowsProps = { list?: ServerField; legend?: string; heads: readonly string[]; children: ReactNode }

/** Rows of a list as a table. Column heads replace visible labels, because a scheme has about a hundred fields. */
function Rows({ list, legend, heads, children }: RowsProps) {
  const table = (
    <div className="table-box">
      <table className="table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
  if (!list) return table
  return (
    <fieldset id={list.id} tabIndex={-1}>
      <legend>{legend}</legend>
      <FieldError id={list.id} errors={list.errors} />
      {table}
    </fieldset>
  )
}

type CellProps = { field: ServerField; head: string; of: string }

const controlOf = ({ field, head, of }: CellProps) => ({
  ...controlProps({ name: field.name, id: field.id, errors: field.errors }),
  defaultValue: typeof field.initialValue === 'string' ? field.initialValue : '',
  'aria-label': `${head}, ${of}`,
})

function CellBox({ field: { id, errors }, head, children }: Omit<CellProps, 'of'> & { children: ReactNode }) {
  return (
    <td data-label={head}>
      {children}
      {errors ? <FieldError id={id} errors={errors} /> : null}
    </td>
  )
}

function Cell({ field, head, of, children, ...own }: CellProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <CellBox field={field} head={head}>
      {children}
      <input className="input" {...own} {...controlOf({ field, head, of })} />
    </CellBox>
  )
}

function Choice({ options, ...props }: CellProps & { options: readonly { value: string; label: string }[] }) {
  return (
    <CellBox field={props.field} head={props.head}>
      <select className="input" {...controlOf(props)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </CellBox>
  )
}

/** Hidden key of a row, which identifies its part of the scheme. */
function Kept({ field }: { field: ServerField }) {
  return (
    <input type="hidden" name={field.name} value={typeof field.initialValue === 'string' ? field.initialValue : ''} />
  )
}
