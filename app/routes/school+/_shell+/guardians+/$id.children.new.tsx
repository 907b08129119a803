import { useLoaderData } from '@remix-run/react'
import { TextField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { Button } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { cleanText } from '~/models/core/shared/clean-text'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findStudentByNumber, listStudents } from '~/models/people/academics/list-students.server'
import { classSection } from '~/models/people/academics/rules'
import { linkRefusals, newLinkForm } from '~/models/people/guardians/guardian-fields'
import { guardians } from '~/models/people/guardians/guardians.server'
import { addChild } from '~/models/people/guardians/links.server'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => 'Add a child', { hasForm: true })

const maxMatches = 8
const noFilter = { session: '', class: '', section: '', status: 'active', gender: '', category: '', rte: '' }

/** Finds a few students by typed words, for users who do not know the number. */
async function search(scope: SchoolScope, searchText: string) {
  if (searchText === '') return null
  const query = {
    search: searchText,
    sort: 'name',
    descending: false,
    page: 1,
    pageSize: maxMatches,
    filters: noFilter,
  } as const
  const { rows, total } = await listStudents(scope, query)
  const students = rows.map((row) => ({
    id: row.publicId,
    number: row.enrollmentNumber,
    words: `${fullName(row)}, ${row.enrollmentNumber}${row.className && row.sectionName ? `, ${classSection(row.className, row.sectionName)}` : ''}`,
  }))
  return { students, more: total - rows.length }
}

const page = creating({
  may: 'students:edit',
  form: newLinkForm,
  within: guardians.find,
  more: async ({ name, publicId }, scope, _staff, query) => {
    const searchText = cleanText(query.get('search') ?? '').slice(0, 80)
    return { name, id: publicId, typed: searchText, found: await search(scope, searchText) }
  },
  start: (_scope, query) => ({
    number: query.get('number')?.slice(0, 40) ?? '',
    maySee: true,
    mayPay: true,
    isTold: true,
    position: 1,
  }),
  create: async (scope, _formKey, { number, ...rights }, guardianId) =>
    addChild(scope, guardianId, await findStudentByNumber(scope, number), rights),
  refusals: linkRefusals,
  created: (_, guardianId) => schoolPaths.guardian(guardianId),
})
export const loader = page.loader
export const action = page.action

export default function NewGuardianChildPage() {
  const { more } = useLoaderData<typeof loader>()
  return (
    <FormPage<typeof loader>
      form={newLinkForm}
      title="Add a child"
      submit="Add child"
      context={`Guardian: ${more.name}`}
      cancelHref={({ at }) => schoolPaths.guardian(at)}
      above={
        <form method="get" className="card">
          <TextField
            name="search"
            label="Find the child"
            defaultValue={more.typed}
            maxLength={80}
            hint="Name, number or mobile number"
          />
          <Button type="submit" variant="secondary">
            Search
          </Button>
          {more.found === null ? null : <Found {...more} found={more.found} />}
        </form>
      }
    />
  )
}

type FoundProps = { id: string; typed: string; found: NonNullable<Awaited<ReturnType<typeof search>>> }

function Found({ id, typed, found: { students, more } }: FoundProps) {
  if (students.length === 0) return <p>No student found.</p>
  return (
    <>
      <ul>
        {students.map((student) => (
          <li key={student.id}>
            <a href={listHref(schoolPaths.newGuardianChild(id), { number: student.number, search: typed })}>
              {student.words}
            </a>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="soft">{`${more} more: type more of the name.`}</p> : null}
    </>
  )
}
