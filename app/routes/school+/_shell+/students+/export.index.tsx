import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CheckboxGroup, ErrorSummary } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { ButtonLink, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/core/shared/counted'
import { exportColumns } from '~/models/entry/imports/export-students.server'
import { listStudents } from '~/models/people/academics/list-students.server'
import { maxWorkbookCells, readExport } from './__export.server'

export const handle = pageTitle(() => 'Export students')

const troubles = {
  none: 'Select at least one column',
  large: `An Excel file may have at most ${maxWorkbookCells.toLocaleString('en-IN')} cells: choose a class, fewer columns, or CSV`,
}

export async function loader(args: LoaderFunctionArgs) {
  const { scope, view, columns } = await readExport(args)
  const { total } = await listStudents(scope, { ...view, page: 1, pageSize: 1 })
  const requestedTrouble = new URL(args.request.url).searchParams.get('trouble')
  const trouble = requestedTrouble === 'none' || requestedTrouble === 'large' ? requestedTrouble : null
  const groups = [...new Set(exportColumns.map(({ group }) => group))].map((title) => ({
    title,
    options: exportColumns.filter(({ group }) => group === title).map(({ key, label }) => ({ value: key, label })),
  }))
  const ticked = (trouble === null ? exportColumns : columns).map(({ key }) => key)
  const hiddenFields: Record<string, string> = { ...view.filters, search: view.search, sort: view.sort }
  return { total, kept: hiddenFields, groups, ticked, trouble: trouble && troubles[trouble] }
}

export default function ExportPage() {
  const { total, kept, groups, ticked, trouble } = useLoaderData<typeof loader>()
  const file = (ending: string) => schoolPaths.exportedStudents(`students.${ending}`)
  return (
    <>
      <PageHead
        title="Export students"
        context={`${counted(total, 'student')} of the list. The headings are those of the import: the file can be changed and imported again. Of Aadhaar numbers only the last four digits are in it.`}
      />
      <ErrorSummary title="Export Failed" errors={trouble ? [{ message: trouble, id: 'columns-0' }] : []} />
      <form method="get" action={file('csv')} className="card">
        {Object.entries(kept).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        {groups.map(({ title, options }, index) => (
          <CheckboxGroup
            key={title}
            id={`columns-${index}`}
            name="columns"
            label={title}
            options={options}
            chosen={ticked}
          />
        ))}
        <div className="actions">
          <button type="submit" className="btn">
            Download CSV
          </button>
          <button type="submit" className="btn btn-secondary" formAction={file('xlsx')}>
            Download Excel
          </button>
          <ButtonLink href={listHref(schoolPaths.students, kept)} variant="secondary" label="Back" />
        </div>
      </form>
    </>
  )
}
