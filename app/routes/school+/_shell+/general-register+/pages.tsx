import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField, TextField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { Card, EmptyState, FilterBar, LoneLink, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import { languageWords } from '~/language/language'
import { counted } from '~/models/core/shared/counted'
import { filterTextLength } from '~/models/core/shared/paging'
import { listEntryNumbers } from '~/models/entry/register/entries.server'
import { maxEntriesOfFile } from '~/models/entry/register/options'
import { sessionChoices } from '~/models/people/academics/queries.server'
import { sessionOptions } from '~/models/people/academics/rules'
import { bookQuery } from './__book.server'
import { entryStateWords } from './__words'

export const handle = pageTitle(() => 'General Register: pages to print')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'register:view')
  const { query, language } = bookQuery(request)
  const [numbers, sessions] = await Promise.all([listEntryNumbers(scope, query), sessionChoices(scope)])
  const files = Array.from({ length: Math.ceil(numbers.length / maxEntriesOfFile) }, (_, index) => {
    const fileNumbers = numbers.slice(index * maxEntriesOfFile, (index + 1) * maxEntriesOfFile)
    return {
      part: index + 1,
      from: fileNumbers[0]?.number ?? '',
      to: fileNumbers.at(-1)?.number ?? '',
      count: fileNumbers.length,
    }
  })
  const { search, filters } = query
  return { asked: { search, ...filters, language }, total: numbers.length, files, sessions: sessionOptions(sessions) }
}

export default function RegisterPagesPage() {
  const { asked, total, files, sessions } = useLoaderData<typeof loader>()
  const { language: _, ...ofList } = asked
  return (
    <>
      <PageHead
        title="General Register: pages to print"
        context="A4 landscape, with letterhead, page numbers and a signature line for the head, ready to be bound as the school’s book."
      />
      <FilterBar action={schoolPaths.registerPages} resetHref={schoolPaths.registerPages} submitLabel="Show">
        {asked.search ? <input type="hidden" name="search" value={asked.search} /> : null}
        <TextField name="from" label="From number" maxLength={filterTextLength} defaultValue={asked.from} />
        <TextField name="to" label="To number" maxLength={filterTextLength} defaultValue={asked.to} />
        <SelectField
          name="session"
          label="Admitted in"
          placeholder="Any session"
          defaultValue={asked.session}
          options={sessions}
        />
        <SelectField
          name="state"
          label="Status"
          placeholder="All"
          defaultValue={asked.state}
          options={entryStateWords}
        />
        <SelectField
          name="language"
          label="Language"
          placeholder={null}
          defaultValue={asked.language}
          options={optionsOf(languageWords)}
        />
      </FilterBar>
      {total === 0 ? (
        <EmptyState icon="search" title="No entry found" text="Change the numbers or the session." />
      ) : (
        <Card title={counted(total, 'entry', 'entries')}>
          <ul>
            {files.map(({ part, from, to, count }) => (
              <li key={part}>
                <a href={listHref(schoolPaths.registerPagesFile, { ...asked, part })} data-file>
                  {`${files.length > 1 ? `Part ${part} of ${files.length}: entries` : 'Entries'} ${from} to ${to} (PDF)`}
                </a>
                {`, ${counted(count, 'entry', 'entries')}`}
              </li>
            ))}
            <li>
              <a href={listHref(schoolPaths.generalRegisterFile, ofList)} data-file>
                All entries for a spreadsheet (CSV)
              </a>
            </li>
          </ul>
        </Card>
      )}
      <p className="actions">
        <LoneLink href={listHref(schoolPaths.generalRegister, ofList)} label="Back to the register" />
      </p>
    </>
  )
}
