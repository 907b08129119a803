import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  CheckboxGroup,
  DateField,
  FieldError,
  fieldProps,
  SelectField,
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
import { classChoices, subjectChoices } from '~/models/academics/queries.server'
import { newSchemeRefusals } from '~/models/report-cards/scheme-fields'
import { nameLength, wordsLength } from '~/models/report-cards/scheme-options'
import { schemeSchema, shownScheme } from '~/models/report-cards/scheme-schema.server'
import { findScheme, updateScheme } from '~/models/report-cards/schemes.server'
import { gradeLength } from '~/models/schools/options'
import { choicesOf, optionsOf, type Shown } from '~/models/shared/fields'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { ruleNames } from './__scheme-words'

export const handle = pageTitle(() => 'Edit scheme', { hasForm: true })

type Values = ReturnType<typeof shownScheme>

async function findShown(scope: SchoolScope, publicId: string | undefined) {
  const found = foundOr404(isPublicId(publicId) ? await findScheme(scope, publicId) : null)
  const { name, definition, classes, version, cards } = found
  const values = shownScheme({ name, classes: classes.map((one) => one.publicId), scheme: definition })
  return { version, cards, publicId: found.publicId, values }
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

/** Every value of the form by its posted name, with what the field is called. */
function flat(values: object, name = '', label = ''): [name: string, label: string, value: Shown][] {
  return Object.entries(values).flatMap(([key, value]): [string, string, Shown][] => {
    const at = Array.isArray(values) ? `${name}[${key}]` : name ? `${name}.${key}` : key
    if (key === 'key') return []
    const called = Array.isArray(values) ? `${label} ${Number(key) + 1}` : `${label} ${key.replaceAll('_', ' ')}`.trim()
    const isList = Array.isArray(value) && (value.length === 0 || typeof value[0] === 'string')
    return typeof value === 'object' && value !== null && !isList
      ? flat(value, at, called)
      : [[at, called, value as Shown]]
  })
}

function changesOf({ values }: Awaited<ReturnType<typeof findShown>>, body: FormData): string[] {
  const all = flat(values)
  const labels = Object.fromEntries(all.map(([name, label]) => [name, label]))
  return differences(labels, Object.fromEntries(all.map(([name, , value]) => [name, value])), body)
}

const refusals = {
  'in-use':
    'Exams, grades or published cards belong to a term or component that this would take away. Rename it, or take the exams out of it first',
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
      message: stored.cards > 0 ? 'Published cards stay as they were.' : undefined,
    })
  if (saved.reason === 'not-found') return foundOr404(null)
  if (saved.reason === 'changed')
    return lock.answer(
      form.refuse('Somebody else saved this scheme since you opened it'),
      await findShown(scope, params.id),
    )
  const said = refusals[saved.reason]
  return lock.answer(typeof said === 'string' ? form.refuse(said) : form.refuse(null, said))
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
      <PageHead title={`Edit ${values.name}`} context="Rows that are left empty are not there." />
      {cards > 0 ? (
        <Alert tone="info" title="Cards were published by this scheme">
          <p>
            They stay as they were. What you change here makes the scheme’s next revision, for cards that are published
            from now on.
          </p>
        </Alert>
      ) : null}
      <OfficeForm
        state={state}
        lastResult={answer?.result}
        failure="Update Failed"
        submit="Save Changes"
        cancelHref={schoolPaths.reportScheme(publicId)}
        aside={
          <ButtonLink href={schoolPaths.deleteReportScheme(publicId)} variant="quiet">
            Delete this scheme
          </ButtonLink>
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
        <fieldset id={fields.bands.id} tabIndex={-1}>
          <legend>Grades of subjects, each from its minimum percentage</legend>
          <FieldError id={fields.bands.id} errors={fields.bands.errors} />
          {fields.bands.getFieldList().map((row, index) => {
            const { grade, from_percent } = row.getFieldset()
            return (
              <div key={row.key} className="cols">
                <TextField {...fieldProps(grade)} label={`Grade ${index + 1}`} maxLength={gradeLength} />
                <TextField
                  {...fieldProps(from_percent)}
                  label={`From percent ${index + 1}`}
                  inputMode="numeric"
                  maxLength={3}
                />
              </div>
            )
          })}
        </fieldset>
        <TextField
          {...fieldProps(fields.pass_percent)}
          label="Pass mark in percent of a subject"
          hint="Leave it empty if nobody passes or fails"
          inputMode="numeric"
          maxLength={3}
        />
        <fieldset id={fields.areas.id} tabIndex={-1}>
          <legend>Areas that are graded without marks</legend>
          <FieldError id={fields.areas.id} errors={fields.areas.errors} />
          {fields.areas.getFieldList().map((row, index) => {
            const { key, name, kind } = row.getFieldset()
            return (
              <div key={row.key} className="cols">
                <Kept field={key} />
                <TextField {...fieldProps(name)} label={`Area ${index + 1}`} maxLength={nameLength} />
                <SelectField
                  {...fieldProps(kind)}
                  label={`Kind of area ${index + 1}`}
                  placeholder={null}
                  options={optionsOf({ co_scholastic: 'Co-scholastic', discipline: 'Discipline' })}
                />
              </div>
            )
          })}
        </fieldset>
        <fieldset id={fields.area_grades.id} tabIndex={-1}>
          <legend>Grades of these areas</legend>
          <FieldError id={fields.area_grades.id} errors={fields.area_grades.errors} />
          {fields.area_grades.getFieldList().map((row, index) => {
            const { grade, words } = row.getFieldset()
            return (
              <div key={row.key} className="cols">
                <TextField {...fieldProps(grade)} label={`Grade of areas ${index + 1}`} maxLength={gradeLength} />
                <TextField {...fieldProps(words)} label={`What grade ${index + 1} means`} maxLength={wordsLength} />
              </div>
            )
          })}
        </fieldset>
        <CheckboxGroup
          {...checkboxGroupProps(fields.graded_only)}
          label="Subjects that show a grade alone"
          hint="Their marks are not printed, and count neither in the total nor for the result."
          options={subjects}
        />
      </OfficeForm>
    </>
  )
}

type Fields = ReturnType<typeof useServerForm<Values>>['fields']
type TermRow = ReturnType<Fields['terms']['getFieldList']>[number]

/** A term and its components. */
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
          label={`Part of the year, term ${number}`}
          hint="Beside the other terms: 50 and 50, or 40 and 60"
          inputMode="numeric"
          maxLength={3}
        />
      </div>
      {term.components.getFieldList().map((one, index) => {
        const component = one.getFieldset()
        const called = `component ${number}.${index + 1}`
        return (
          <div key={one.key} className="cols">
            <Kept field={component.key} />
            <TextField {...fieldProps(component.name)} label={`Name of ${called}`} maxLength={nameLength} />
            <TextField {...fieldProps(component.max)} label={`Out of, ${called}`} inputMode="decimal" maxLength={7} />
            <TextField
              {...fieldProps(component.weight)}
              label={`Counts, ${called}`}
              inputMode="decimal"
              maxLength={7}
            />
            <SelectField
              {...fieldProps(component.rule)}
              label={`What counts, ${called}`}
              placeholder={null}
              options={optionsOf(ruleNames)}
            />
            <TextField
              {...fieldProps(component.best)}
              label={`Best papers, ${called}`}
              inputMode="numeric"
              maxLength={1}
            />
          </div>
        )
      })}
    </fieldset>
  )
}

/** Which part of the scheme a row is. */
function Kept({ field }: { field: ServerField }) {
  return (
    <input type="hidden" name={field.name} value={typeof field.initialValue === 'string' ? field.initialValue : ''} />
  )
}
