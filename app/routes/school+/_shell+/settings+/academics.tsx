import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CheckboxField, FieldError, fieldProps, SelectField, TextField, useServerForm } from '~/components/forms'
import { EditLock } from '~/components/school/edit-lock'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { differences, lockOf, parseFields, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { FormValue } from '~/kit/forms/fields'
import { gradeLength, maxGrades, months } from '~/models/core/schools/options'
import { findSettings, listGradeBands, saveAcademicSettings } from '~/models/core/schools/settings.server'
import { academicSettingsSchema } from '~/models/core/schools/settings-schema'
import type { SchoolScope } from '~/models/core/shared/scope.server'

export const handle = pageTitle(() => 'Year, rank and grades', { hasForm: true })

/** Form values. Blank bands after the existing ones allow the user to add grades. */
async function findShown(scope: SchoolScope) {
  const [settings, bands] = await Promise.all([findSettings(scope), listGradeBands(scope)])
  return {
    version: settings.version,
    values: {
      year_starts_month: String(settings.yearStartsMonth),
      rank_shown: settings.rankShown,
      bands: Array.from({ length: maxGrades }, (_, index) => {
        const band = bands[index]
        return { grade: band?.grade ?? '', from_percent: band ? String(band.fromPercent) : '' }
      }),
    },
  }
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  return findShown(scope)
}

const yearLabel = 'The school year begins in'
const rankLabel = 'Students see their rank in the class'

/** Stored values that differ from the form. */
function changesOf({ values: { bands, ...rest } }: Awaited<ReturnType<typeof findShown>>, body: FormData): string[] {
  const labels: Record<string, string> = { year_starts_month: yearLabel, rank_shown: rankLabel }
  const stored: Record<string, FormValue> = rest
  for (const [index, { grade, from_percent }] of bands.entries()) {
    labels[`bands[${index}].grade`] = `Grade ${index + 1}`
    labels[`bands[${index}].from_percent`] = `From percent ${index + 1}`
    stored[`bands[${index}].grade`] = grade
    stored[`bands[${index}].from_percent`] = from_percent
  }
  return differences(labels, stored, body)
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const body = await readForm(request)
  const lock = lockOf(body, await findShown(scope), (now) => changesOf(now, body))
  const form = parseFields(body, academicSettingsSchema, {})
  if (!form.ok) return lock.answer(form.reply())
  const saved = await saveAcademicSettings(scope, form.value, lock.version)
  if (!saved.ok) return lock.answer(form.refuse(null), await findShown(scope))
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

export default function AcademicSettingsPage() {
  const { version, values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer?.result
  const state = useServerForm<typeof values & { version: number }>({
    id: 'academics',
    lastResult,
    defaultValue: { ...values, version },
  })
  const { fields } = state
  return (
    <>
      <PageHead title="Year, rank and grades" context="The CBSE grades are used until the school changes them." />
      <OfficeForm state={state} lastResult={lastResult} cancelHref={schoolPaths.settings}>
        <EditLock version={version} field={fields.version} conflict={answer?.conflict} />
        <SelectField
          {...fieldProps(fields.year_starts_month)}
          label={yearLabel}
          required
          placeholder={null}
          options={months.map((label, index) => ({ value: String(index + 1), label }))}
        />
        <CheckboxField
          {...checkboxProps(fields.rank_shown)}
          label={rankLabel}
          hint="Equal marks share a rank: 1, 2, 2, 4."
        />
        <fieldset id={fields.bands.id} tabIndex={-1}>
          <legend>Grades, each from its minimum percentage</legend>
          <FieldError id={fields.bands.id} errors={fields.bands.errors} />
          {fields.bands.getFieldList().map((row, index) => {
            const band = row.getFieldset()
            return (
              <div key={row.key} className="cols">
                <TextField {...fieldProps(band.grade)} label={`Grade ${index + 1}`} maxLength={gradeLength} />
                <TextField
                  {...fieldProps(band.from_percent)}
                  label={`From percent ${index + 1}`}
                  inputMode="numeric"
                  maxLength={3}
                />
              </div>
            )
          })}
        </fieldset>
      </OfficeForm>
    </>
  )
}
